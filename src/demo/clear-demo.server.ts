import { count, eq, inArray, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { tableKey } from "~/platform/cache-keys.server";
import { noteUses } from "~/platform/media-uses.server";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { comments } from "~/shop/blog/blog.tables";
import { productColors, products, variants } from "~/shop/catalog/catalog.tables";
import { GIFT_CARD_PAGE } from "~/shop/catalog/product-kind";
import { communitySignups, socialPosts, videos } from "~/shop/community/community.tables";
import { messages } from "~/shop/contact/contact.tables";
import { pages } from "~/shop/texts/texts.tables";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { orders } from "~/shop/orders/orders.tables";
import { Refusal } from "~/shop/refusal";
import { questions, reviews, reviewSummaries } from "~/shop/reviews/reviews.tables";
import type { SettingName } from "~/shop/settings";
import { settings } from "~/shop/settings.tables";
import { stocked } from "./stocked.tables";

/** Remaining demo records, and the reason why they cannot be cleared. */
export interface DemoState {
  goods: number;
  reviews: number;
  orders: number;
  hindrance: "live" | "orders" | null;
}

/** Counts the remaining demo records. */
export async function demoState({ db, mode }: { db: Database; mode: "demo" | "live" }): Promise<DemoState> {
  const [[goods], [voices], [invented], real] = await Promise.all([
    db.select({ count: count() }).from(products).where(eq(products.sample, true)),
    db.select({ count: count() }).from(reviews).where(eq(reviews.sample, true)),
    db.select({ count: count() }).from(orders).where(eq(orders.sample, true)),
    hasRealOrders(db),
  ]);
  const hindrance = mode === "live" ? "live" : real ? "orders" : null;
  return { goods: goods?.count ?? 0, reviews: voices?.count ?? 0, orders: invented?.count ?? 0, hindrance };
}

async function hasRealOrders(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ real: boolean }>(sql`
    select exists (select from ${orders} where not sample and (paid_at is not null or state = 'awaiting-payment')) as real`);
  return rows[0]?.real === true;
}

/**
 * Removes the demo's products with all records about them, and other invented records, as one act. Texts, menus and categories
 * are kept. It cannot be undone.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`; `demo-live` or `demo-has-orders` if the demo may not be cleared any more.
 */
export async function clearDemoShop(
  services: { db: Database; mode: "demo" | "live" },
  member: Member,
  submission: string,
): Promise<{ saved: true; act: string; goods: number }> {
  await requireRight(services, member, "goods.change", "settings.change");
  requireFactor(member);
  if (services.mode === "live") throw new Refusal("demo-live");
  const form = { submission, kind: "demo-shop", record: "demo-shop" };
  return once(services, member, form, async (tx) => {
    if (await hasRealOrders(tx)) throw new Refusal("demo-has-orders");
    const goods = await clearDemo(tx);
    const act = { memberId: member.id, submission, action: "clear" as const, reason: "" };
    const change = { kind: "demo-shop", record: "demo-shop", version: 1, field: "goods", old: goods, new: 0 };
    await logChanges(tx, act, [change]);
    return { saved: true as const, act: submission, goods };
  });
}

/**
 * Removes all invented records of the demo shop; returns the number of products. The database refuses it if there are real
 * orders.
 */
export async function clearDemo(tx: Transaction): Promise<number> {
  let goods = 0;
  await clearWithDemo(tx, async () => {
    // Requests to the sandbox are deleted first, because they are found by the payments that `clear_samples` removes.
    await tx.execute(sql`delete from sandbox_requests where id in (
      select p.gateway_id from payments p join orders o on o.number = p.order_number where o.sample and p.gateway = 'sandbox')`);
    const { rows } = await tx.execute<{ goods: number }>(sql`select clear_samples() as goods`);
    goods = rows[0]?.goods ?? 0;
    await tx.delete(reviews).where(eq(reviews.sample, true));
    await tx.delete(questions).where(eq(questions.sample, true));
    await tx.delete(comments).where(eq(comments.sample, true));
    await tx.delete(communitySignups).where(eq(communitySignups.sample, true));
    await tx.delete(messages).where(eq(messages.sample, true));
    // Summaries are deleted here, because `clear_samples` does not remove them with their products.
    await tx.delete(reviewSummaries);
  });
  return goods;
}

/**
 * Removes demo products by `clearGoods`, and what shows or names them: films, riders' posts, mentions in texts, uses of their
 * pictures.
 */
export async function clearWithDemo(tx: Transaction, clearGoods: () => Promise<void>): Promise<void> {
  const demo = await demoGoods(tx);
  await clearCommunity(tx, demo);
  await clearGoods();
  await endGiftCards(tx);
  await clearTexts(tx, new Set(demo.ids));
  await noteUses(tx, { shown: [], dropped: demo.pictures });
  await tx
    .insert(stocked)
    .values({ startedWith: "demo", clearedAt: new Date() })
    .onConflictDoUpdate({ target: stocked.is, set: { clearedAt: new Date() } });
  await tx.execute(sql`select notify_keys(array[${tableKey("stocked")}])`);
}

/** Ids of the demo's products, and paths of their pictures. */
async function demoGoods(tx: Transaction): Promise<{ ids: string[]; pictures: string[] }> {
  const goods = await tx
    .select({ id: products.id, images: products.images, charts: products.sizeChart })
    .from(products)
    .where(eq(products.sample, true));
  const ids = goods.map(({ id }) => id);
  if (ids.length === 0) return { ids, pictures: [] };
  const colors = await tx
    .select({ images: productColors.images })
    .from(productColors)
    .where(inArray(productColors.productId, ids));
  const ofVariants = await tx
    .selectDistinct({ image: variants.image })
    .from(variants)
    .where(inArray(variants.productId, ids));
  const pictures = [
    ...goods.flatMap(({ images, charts }) => [...images, ...charts]),
    ...colors.flatMap(({ images }) => images),
    ...ofVariants.flatMap(({ image }) => image ?? []),
  ];
  return { ids, pictures: [...new Set(pictures)] };
}

async function clearCommunity(tx: Transaction, { ids }: { ids: string[] }): Promise<void> {
  const films = await tx
    .delete(videos)
    .where(or(sql`${videos.productId} is null`, inArray(videos.productId, ids)))
    .returning({ path: videos.filePath, poster: videos.poster });
  const posts = await tx
    .delete(socialPosts)
    .returning({ path: socialPosts.mediaUrl, poster: socialPosts.thumbnailUrl });
  await noteUses(tx, {
    shown: [],
    dropped: [...films, ...posts].flatMap(({ path, poster }) => [path, poster ?? path]),
  });
}

/** Ends the sale of gift cards, which the demo began: a shop sells them once its merchant has chosen it. */
const endGiftCards = (tx: Transaction) =>
  tx
    .update(settings)
    .set({ value: sql`${settings.value} || '{"isOn": false}'`, version: sql`${settings.version} + 1` })
    .where(eq(settings.name, "giftCardSale" satisfies SettingName));

/** Removes deleted products and links to the gift card from page texts, and removes the invented testimonials. */
async function clearTexts(tx: Transaction, gone: ReadonlySet<string>): Promise<void> {
  for (const { key, content } of await tx.select().from(pages)) {
    const left = key === "testimonials" ? [] : withoutProducts(content, gone);
    if (JSON.stringify(left) === JSON.stringify(content)) continue;
    await tx
      .update(pages)
      .set({ content: left, version: sql`${pages.version} + 1` })
      .where(eq(pages.key, key));
  }
}

const leadsToGiftCards = (item: unknown): boolean =>
  typeof item === "object" && item !== null && "href" in item && item.href === GIFT_CARD_PAGE;

function withoutProducts(value: unknown, gone: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.filter((item: unknown) => !leadsToGiftCards(item)).map((item: unknown) => withoutProducts(item, gone));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => {
      if (key === "productId") return [key, gone.has(String(part)) ? "" : part];
      if (key === "productIds" && Array.isArray(part)) return [key, part.filter((id) => !gone.has(String(id)))];
      return [key, withoutProducts(part, gone)];
    }),
  );
}
