import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { formatCents } from "~/shop/money";
import { products } from "~/shop/catalog/catalog.tables";
import { communityVideos } from "./community.server";
import { videos } from "./community.tables";
import { reelOf } from "./reel";

const { db } = await openTestShop();
const reels = async () => (await communityVideos(db)).map(reelOf);

beforeEach(() => db.delete(videos).where(eq(videos.position, 99)));

test("every film of the demo shop names a published product with its price (R-2.4-14)", async () => {
  const films = await communityVideos(db);

  expect(films.length).toBeGreaterThan(0);
  for (const film of films) {
    expect(film.product).not.toBeNull();
    expect(reelOf(film)).toMatchObject({
      name: film.product?.name,
      price: film.product && formatCents(film.product.price),
    });
  }
});

test("a film shows the price of the product's first variant", async () => {
  expect(await reels()).toContainEqual(expect.objectContaining({ name: "Ridgeback Boots", price: "$239.00" }));
});

test("a film of a missing or unpublished product shows 'Product unavailable', and other films do not change (R-8-09)", async () => {
  const before = await reels();
  const film = { fileName: "reel-1.mp4", filePath: "/media/videos/reel-1.mp4", position: 99 };
  await db.insert(videos).values({ ...film, id: "ofnothing", productId: "nosuchproduct" });
  await db
    .update(products)
    .set({ publishedStatus: "draft" })
    .where(sql`name = 'Vandal Leather Jacket'`);

  const unavailable = { name: "Product unavailable", price: "", to: null };
  const after = await reels();
  expect(after.at(-1)).toMatchObject(unavailable);
  expect(after.find(({ film: address }) => address.endsWith("reel-6.mp4"))).toMatchObject(unavailable);
  expect(after.filter(({ name }) => name !== "Product unavailable")).toEqual(
    before.filter(({ name }) => name !== "Vandal Leather Jacket"),
  );
});

test("a film without a product shows 'Unknown Product' (R-8-10)", async () => {
  await db
    .insert(videos)
    .values({ id: "ofnone", fileName: "reel-1.mp4", filePath: "/media/videos/reel-1.mp4", position: 99 });

  expect((await reels()).at(-1)).toMatchObject({ name: "Unknown Product", price: "N/A", to: null });
});
