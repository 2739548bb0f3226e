import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { idOfName } from "~/platform/id-of-name.server";
import { log } from "~/platform/log.server";
import { recordMediaUses } from "~/platform/media.server";
import { type PictureStore, UnusablePicture } from "~/platform/picture-store.server";
import { system } from "~/shop/actor";
import { articleHtml } from "~/shop/blog/article-text.server";
import { blogCategories, posts } from "~/shop/blog/blog.tables";
import { postSlug } from "~/shop/blog/post";
import { categories, productColors, products, stockMovements, variants } from "~/shop/catalog/catalog.tables";
import { chapters, events, socialPosts, states, videos } from "~/shop/community/community.tables";
import { banners, faqCategories, faqs, menuLinks, pages } from "~/shop/texts/texts.tables";
import { questions, reviews, reviewSummaries } from "~/shop/reviews/reviews.tables";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import { defaultSettings, type SettingName } from "~/shop/settings";
import { settings } from "~/shop/settings.tables";
import { clearDemo } from "./clear-demo.server";
import { insertAll } from "./insert-all.server";
import { stocked } from "./stocked.tables";
import { alternativeTexts } from "./alternative-texts";
import { mediaPath, screens } from "./content-check";
import type { Content } from "./content-schema";
import { readContent, UnusableContent } from "./content.server";
import { catalogRows } from "./catalog-rows";
import { loadZipPlaces } from "~/shop/places/zip-places.server";

/** Folder of the demo shop's content, relative to the working directory. */
export const DEMO_CONTENT = "src/demo/content";
/** Number of the advisory lock by which only one process at a time fills the shop. */
const SEED_LOCK = 4_821_735_004;
const FILES_AT_ONCE = 8;
/** Settings that a new shop begins with; a shop that exists keeps their defaults. */
const OF_NEW_SHOPS = [{ name: "shipByDays" satisfies SettingName, value: 3 }];
/** Settings that the demo begins with besides: it sells gift cards. */
const OF_DEMO = [
  { name: "giftCardSale" satisfies SettingName, value: { ...defaultSettings.giftCardSale, isOn: true } },
];
/** Picture of the demo's gift card. */
const GIFT_CARD_PICTURE = "media/products/gift-card/front.webp";

/**
 * Fills an empty database with a content folder in one transaction; with `startWith: "empty"` without products. A database that
 * has content, or was filled before, is not changed. Several processes may call it at the same time. Returns whether this call
 * filled the database.
 *
 * @throws {UnusableContent} if the content has an error.
 */
export async function seedDemoShop(
  db: Database,
  pictures: PictureStore,
  { folder = DEMO_CONTENT, startWith = "demo" }: { folder?: string; startWith?: "demo" | "empty" } = {},
): Promise<boolean> {
  if (!(await isEmpty(db))) return false;

  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    if (!(await isEmpty(tx))) return false;

    const start = performance.now();
    const whole = await readContent(folder);
    const content = startWith === "empty" ? withoutGoods(whole) : whole;
    await recordMediaUses(tx, await storedFiles(content, pictures, folder));
    await stockCatalog(tx, content);
    await writeReviews(tx, content);
    await writeBlog(tx, content);
    await writePages(tx, content);
    await writeCommunity(tx, content);
    await loadZipPlaces(tx);
    await tx.insert(stocked).values({ startedWith: startWith });
    await tx.insert(settings).values(OF_NEW_SHOPS);
    if (startWith === "demo") await sellGiftCards(tx);
    // Removes from the texts the products that an empty shop does not have.
    if (startWith === "empty") await clearDemo(tx);
    log.info({ folder, milliseconds: Math.round(performance.now() - start) }, "the empty shop was stocked");
    return true;
  });
}

/** Puts the gift card on the shop, with its picture: the trigger of the setting makes it at once. */
async function sellGiftCards(tx: Database): Promise<void> {
  await tx.execute(sql`set constraints all immediate`);
  await tx.insert(settings).values(OF_DEMO);
  await tx
    .update(products)
    .set({ images: [mediaPath(GIFT_CARD_PICTURE)] })
    .where(eq(products.id, GIFT_CARD_ID));
}

async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(sql`select not (exists (select from ${categories})
    or exists (select from ${products}) or exists (select from ${pages}) or exists (select from ${posts})
    or exists (select from ${faqs}) or exists (select from ${stocked})) as empty`);
  return rows[0]?.empty === true;
}

/** Removes products, and the invented records about them, from the content. */
const withoutGoods = (content: Content): Content => ({
  ...content,
  "catalog.json": { ...content["catalog.json"], products: [] },
  "reviews.json": { ...content["reviews.json"], reviews: [], questions: [] },
  "community.json": { videos: [] },
  "social.json": { ...content["social.json"], posts: [] },
  files: content.files.filter((file) => !/^media\/(products|videos)\/|^media\/scenes\/(social|avatar)-/.test(file)),
});

/** Stores all pictures and films of the folder. */
async function storedFiles({ files, ...content }: Content, pictures: PictureStore, folder: string) {
  const words = alternativeTexts(content);
  const stored: { path: string; alt: string; stored: Awaited<ReturnType<PictureStore["store"]>> }[] = [];
  const waiting = [...files];
  const complaints: string[] = [];

  async function storeNext(): Promise<void> {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
      try {
        const path = mediaPath(file);
        stored.push({
          path,
          alt: words.get(file) ?? "",
          stored: await pictures.store(await readFile(join(folder, file))),
        });
      } catch (error) {
        if (!(error instanceof UnusablePicture)) throw error;
        complaints.push(`${file}: ${error.message}`);
      }
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, storeNext));
  if (complaints.length > 0) throw new UnusableContent(complaints);
  return stored;
}

async function stockCatalog(tx: Database, content: Content): Promise<void> {
  const rows = catalogRows(content["catalog.json"]);
  await insertAll(tx, categories, rows.categories);
  await insertAll(tx, products, rows.products);
  await insertAll(tx, productColors, rows.colors);
  await insertAll(tx, variants, rows.variants);
  await tx.execute(sql`
    insert into ${stockMovements} (variant_id, quantity, cause, reference, actor)
    select id, stock, 'import', 'first content', ${JSON.stringify(system)}::jsonb from ${variants} where stock > 0`);
}

async function writeReviews(tx: Database, content: Content): Promise<void> {
  const { reviews: samples, questions: asked, summary } = content["reviews.json"];
  const { count, distributionCounts: stars, fit, ...breakdowns } = summary;
  await insertAll(
    tx,
    reviews,
    samples.map(({ date, ...review }) => ({ ...review, sample: true, state: "approved" as const, writtenAt: date })),
  );
  await insertAll(
    tx,
    questions,
    asked.map(({ date, ...question }) => ({ ...question, state: "approved" as const, sample: true, askedAt: date })),
  );
  await tx.insert(reviewSummaries).values({ scope: "shop", count, stars, fit, breakdowns });
}

async function writeBlog(tx: Database, content: Content): Promise<void> {
  const { categories: tabs, articles } = content["blogs.json"];
  await insertAll(
    tx,
    blogCategories,
    tabs.map(({ _id, name }, position) => ({ id: _id, name, position })),
  );
  await insertAll(
    tx,
    posts,
    articles.map(({ _id, title, image, publishDate, description, category, content: text }) => ({
      id: _id,
      title,
      slug: postSlug(title),
      image: image === null ? null : mediaPath(image),
      description,
      content: articleHtml(text),
      markdown: text,
      categoryId: category._id,
      publishedAt: publishDate,
    })),
  );
}

async function writePages(tx: Database, content: Content): Promise<void> {
  const publishedAt = new Date();
  const policies = Object.entries(content.policies).map(([key, markdown]) => ({
    key: `policy:${key}`,
    content: { markdown },
  }));
  const texts = [...screens(content).texts].map(([key, text]) => ({ key, content: text }));
  await insertAll(
    tx,
    pages,
    [...policies, ...texts].map((page) => ({ ...page, publishedAt })),
  );

  const { categories: tabs } = content["faqs.json"];
  await insertAll(
    tx,
    faqCategories,
    tabs.map(({ _id, name }, position) => ({ id: _id, name, position })),
  );
  await insertAll(
    tx,
    faqs,
    tabs.flatMap(({ _id: categoryId, questions: asked }) =>
      asked.map(({ _id, ...question }, position) => ({ id: _id, categoryId, ...question, position, publishedAt })),
    ),
  );

  const { navigation, footer, home } = content["pages.json"];
  const columns = footer.columns.flatMap(({ heading, links }) => links.map((link) => ({ ...link, heading })));
  await insertAll(
    tx,
    menuLinks,
    Object.entries({ ...navigation, footer: columns }).flatMap(([menu, links]) =>
      links.map((link, position) => ({ id: idOfName(`menu_links ${menu} ${position}`), menu, position, ...link })),
    ),
  );
  await insertAll(
    tx,
    banners,
    home.promoMessages.map((message, position) => ({ id: idOfName(`banners ${position}`), position, ...message })),
  );
}

async function writeCommunity(tx: Database, content: Content): Promise<void> {
  const { files } = content;
  const posterOf = (film: string) => {
    const poster = film.replace(extname(film), ".webp");
    return files.includes(poster) ? mediaPath(poster) : null;
  };
  await insertAll(
    tx,
    videos,
    content["community.json"].videos.map(({ _id, fileName, filePath, productId }, position) => ({
      id: _id,
      fileName,
      filePath: mediaPath(filePath),
      poster: posterOf(filePath),
      productId,
      position,
    })),
  );
  const { accounts, posts: feed } = content["social.json"];
  await insertAll(tx, settings, [{ name: "social", value: accounts }]);
  await insertAll(
    tx,
    socialPosts,
    feed.map(({ id, caption, media_type, media_url, thumbnail_url }, position) => ({
      id,
      caption,
      mediaType: media_type,
      mediaUrl: mediaPath(media_url),
      thumbnailUrl: thumbnail_url === null ? null : mediaPath(thumbnail_url),
      position,
    })),
  );

  const calendar = content["events.json"];
  await insertAll(tx, states, calendar.states);
  await insertAll(
    tx,
    events,
    calendar.events.map(({ _id, ...event }) => ({ id: _id, ...event })),
  );
  await insertAll(
    tx,
    chapters,
    calendar.chapters.map(({ _id, ...chapter }) => ({ id: _id, ...chapter })),
  );
}
