import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { mediaAt } from "~/platform/media.server";
import { mediaUses } from "~/platform/media.tables";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { sweepPictures } from "./sweep-pictures.server";
import { products } from "../catalog.tables";
import { goodsPictures, savePictures, takePicture } from "./product-pictures.server";

const shop = await openTestShop();
const { db, pictures } = shop;
const editor = memberAs("editor");
const [product] = await db.select().from(products).where(eq(products.name, "Wildcat Tank"));
const productId = product?.id ?? "";
const color = (await goodsPictures(shop, editor, productId))?.lists[0]?.color ?? "";

let shade = 0;
async function uploaded(): Promise<string> {
  const background = { r: (shade += 16), g: 10, b: 90 };
  const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
  async function* pieces() {
    yield bytes;
  }
  return takePicture(shop, productId, pieces());
}
const in31Days = () => new Date(Date.now() + 31 * DAY);
const change = (does: Parameters<typeof savePictures>[2]["change"]) =>
  savePictures(shop, editor, { submission: crypto.randomUUID(), productId, color, ...(does && { change: does }) });

test("a picture that was unused for 30 days is deleted with its file, and not a day earlier", async () => {
  const path = await uploaded();
  const hash = (await mediaAt(db, path))?.hash ?? "";
  await sweepPictures(shop, new Date(Date.now() + 29 * DAY));
  expect(await mediaAt(db, path)).toBeDefined();
  expect(await pictures.original(hash)).toBeDefined();

  await sweepPictures(shop, in31Days());
  expect(await mediaAt(db, path)).toBeUndefined();
  expect(await pictures.original(hash)).toBeUndefined();
  await expect(change({ kind: "add", paths: [path] })).rejects.toMatchObject({ code: "picture-gone" });
});

test("a picture of a product, and a removed picture that was added again in time, are kept", async () => {
  const [kept, back] = [await uploaded(), await uploaded()];
  await change({ kind: "add", paths: [kept, back] });
  await change({ kind: "remove", path: back });
  await change({ kind: "add", paths: [back] });
  await sweepPictures(shop, in31Days());
  expect(await mediaAt(db, kept)).toBeDefined();
  expect(await mediaAt(db, back)).toBeDefined();
});

test("a picture is kept if an article, a page or any table added later contains its path", async () => {
  const [article, page] = [await uploaded(), await uploaded()];
  const markup = `<img src="/api${article}">`;
  await db.execute(sql`update posts set content = content || ${markup} where id = (select min(id) from posts)`);
  await db.execute(sql`update pages set content = jsonb_set(content, '{hero,title}', to_jsonb(${page}::text))
    where key = 'about'`);
  const later = await uploaded();
  await shop.asOwner("create table later (id integer, facts jsonb)");
  await shop.asOwner(`insert into later values (1, '{"a": ["${later}"]}'); grant select on later to public`);
  await sweepPictures(shop, in31Days());

  for (const path of [article, page, later]) expect(await mediaAt(db, path)).toBeDefined();
  const [use] = await db.select().from(mediaUses).where(eq(mediaUses.path, later));
  expect(use?.unusedSince?.getTime()).toBeGreaterThan(Date.now() + 30 * DAY);
});

test("a file with two paths is deleted only with the last path", async () => {
  const path = await uploaded();
  const hash = (await mediaAt(db, path))?.hash ?? "";
  await db.insert(mediaUses).values({ path: "/media/other.webp", hash });
  await sweepPictures(shop, in31Days());
  expect(await mediaAt(db, path)).toBeUndefined();
  expect(await pictures.original(hash)).toBeDefined();
});
