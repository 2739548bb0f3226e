import { asc, eq } from "drizzle-orm";
import { memoized, tableKey } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { memoizedPictures, picturesFor } from "~/platform/media.server";
import { picturedById } from "~/shop/catalog/catalog.server";
import { shownPrice } from "~/shop/catalog/pricing/pricing";
import { previewedTexts } from "~/shop/texts/previewed-texts.server";
import { chapters, communitySignups, events, socialPosts, states, videos } from "./community.tables";
import type { CommunityVideo, SocialPost } from "./film";
import { shownRows } from "./shown-rows.server";

const byPlace = (one: { position: number }, other: { position: number }): number => one.position - other.position;

/** Community videos in their order, each with the current data of its product. */
export const communityVideos = (db: Database): Promise<CommunityVideo[]> =>
  memoized("community's videos", [tableKey("videos")], () => readVideos(db));

async function readVideos(db: Database): Promise<CommunityVideo[]> {
  // Memoized separately from the products, because a changed price does not change the videos.
  const rows = await memoized("rows of videos", [tableKey("videos")], async () =>
    shownRows("film", await db.select().from(videos).orderBy(asc(videos.position))).toSorted(byPlace),
  );
  const [products, posters] = await Promise.all([
    picturedById(
      db,
      rows.flatMap(({ productId }) => productId ?? []),
    ),
    memoizedPictures(
      db,
      rows.flatMap(({ poster }) => poster ?? []),
    ),
  ]);

  return rows.map(({ id, fileName, filePath, poster, productId }) => {
    const { product, pictures } = products.get(productId ?? "") ?? {};
    const image = product?.images[0] ?? null;
    return {
      id,
      fileName,
      filePath,
      poster: (poster !== null && posters.get(poster)) || null,
      productId,
      product: product
        ? {
            id: product.id,
            name: product.name,
            price: shownPrice(product, "film").now,
            image,
            picture: (image !== null && pictures?.get(image)) || null,
          }
        : null,
    };
  });
}

/** The first posts of the social feed. */
export const socialFeed = (db: Database, most: number): Promise<SocialPost[]> =>
  memoized(`social feed of ${most}`, [tableKey("social_posts")], () => readFeed(db, most));

async function readFeed(db: Database, most: number): Promise<SocialPost[]> {
  const stored = await db.select().from(socialPosts).orderBy(asc(socialPosts.position));
  const rows = shownRows("post", stored).toSorted(byPlace).slice(0, most);
  const shown = (row: { thumbnailUrl: string | null; mediaUrl: string }) => row.thumbnailUrl ?? row.mediaUrl;
  const pictures = await picturesFor(db, rows.map(shown));
  return rows.map(({ position: _, hidden: __, ...row }) => ({ ...row, picture: pictures.get(shown(row)) ?? null }));
}

/** All states, by name. */
export const allStates = (db: Database): Promise<{ code: string; name: string }[]> =>
  db.select().from(states).orderBy(asc(states.name));

export type Chapter = typeof chapters.$inferSelect;
export type RideEvent = typeof events.$inferSelect;

/** Chapters and meet-ups of a state: chapters first, then by name. */
export async function chaptersIn(db: Database, state: string): Promise<Chapter[]> {
  const rows = await db
    .select()
    .from(chapters)
    // In a preview all rows are read, because a draft may have moved a chapter into this state.
    .where(previewedTexts() ? undefined : eq(chapters.state, state))
    .orderBy(asc(chapters.kind), asc(chapters.name));
  return shownRows("chapter", rows).filter((chapter) => chapter.state === state);
}

/** All events by name; their dates are computed from rules. */
export const allEvents = async (db: Database): Promise<RideEvent[]> =>
  shownRows("event", await db.select().from(events).orderBy(asc(events.name)));

/** An event by its id; undefined for an unknown id. */
export async function eventById(db: Database, id: string): Promise<RideEvent | undefined> {
  return (await allEvents(db)).find((event) => event.id === id);
}

/** Stores a request to join the community of a state; repeating it changes nothing. */
export async function join(db: Database, signup: { name: string; email: string; state: string }): Promise<void> {
  await db.insert(communitySignups).values(signup).onConflictDoNothing();
}
