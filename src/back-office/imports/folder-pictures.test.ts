import { eq } from "drizzle-orm";
import pg from "pg";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { products } from "~/shop/catalog/catalog.tables";
import { settlePictures } from "~/shop/imports/take-pictures.server";
import { wordsIn } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { csvOf } from "~/testing/shopify-export";
import { locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const owner = testBrowser(testBackOffice(shop));
const signedIn = await testMember(shop, "owner");
owner.setCookie(await signedIn.cookie());

const below = (response: Response) => locationOf(response).replace("/back-office", "");
const html = async (path: string) => (await owner.get(path)).text();
const words = async (path: string) => wordsIn(await html(path));

/** Uploads a file whose products each name one picture; returns the address of its preview. */
async function sent(...names: string[]): Promise<string> {
  const form = new FormData();
  const rows = names.map((name) => [name, `Pictured ${name}`, "12.00", `${name}.jpg`]);
  form.append("file", new File([csvOf([["Handle", "Title", "Variant Price", "Image Src"], ...rows])], "goods.csv"));
  return below(await owner.send("/imports/upload", form));
}

const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#884422" } })
  .jpeg()
  .toBuffer();

/** Sends one picture as the page's script does; returns what became of it. */
async function script(page: string, name: string, bytes: Uint8Array = picture): Promise<unknown> {
  const form = new FormData();
  form.append("file", new File([new Uint8Array(bytes)], name));
  const answer = await owner.send(`${page}/upload`, form, { accept: "application/json" });
  return answer.json();
}
/** Says that all pictures were sent, as the page's script does. */
async function allAreThere(page: string): Promise<void> {
  const form = new FormData();
  form.append("all", "yes");
  await owner.send(`${page}/upload`, form, { accept: "application/json" });
}
const imagesOf = async (handle: string) =>
  (await db.select({ images: products.images }).from(products).where(eq(products.handle, handle)))[0]?.images;
const numberOf = (page: string) => Number(page.split("/").at(-1));

test("each picture of a folder is sent by itself and answered: taken, no picture, or named by no row", async () => {
  const page = await sent("one", "two");
  expect(await script(page, "one.jpg")).toEqual({ files: [{ name: "one.jpg", path: "" }] });
  expect(await script(page, "one.jpg")).toEqual({ files: [{ name: "one.jpg", path: "" }] });
  expect(await script(page, "beach.jpg")).toEqual({
    files: [{ name: "beach.jpg", message: "No row of the file names it." }],
  });
  expect(await script(page, "two.jpg", new TextEncoder().encode("no picture"))).toEqual({
    files: [{ name: "two.jpg", message: expect.stringContaining("no picture") }],
  });
  expect(await words(page)).toContain("1 of 2 pictures here");
});

test("a member imports while pictures still arrive, by the form that was open before", async () => {
  const page = await sent("early", "late");
  const form = fieldsIn(formIn(await html(page), 'value="apply"'));
  await script(page, "early.jpg");
  await allAreThere(page);
  const done = await owner.post(page, { ...form, intent: "apply" });
  expect(below(done)).toMatch(/\?done=/);
  expect(await imagesOf("early")).toHaveLength(1);

  await script(page, "late.jpg");
  await allAreThere(page);
  expect(await imagesOf("late")).toHaveLength(1);
});

test("a picture for a product that had none is no reason to leave its row out", async () => {
  await db.insert(products).values({ id: "bare1", handle: "bare", name: "Bare", position: 9_000 });
  const page = await sent("bare");
  const form = fieldsIn(formIn(await html(page), 'value="apply"'));
  await script(page, "bare.jpg");
  await owner.post(page, { ...form, intent: "apply" });
  expect(await imagesOf("bare")).toHaveLength(1);
  expect(await words(page)).not.toContain("Stayed out");
});

test("pictures of a page that was left are settled by a job", async () => {
  const page = await sent("left");
  await script(page, "left.jpg");
  expect(shop.enqueued).toContain("settle-import-pictures");
  await settlePictures(shop, numberOf(page), null);
  expect(await words(page)).toMatch(/Pictured left.* 1 picture/);
});

test("another change of the shop still asks a member to look at the preview again", async () => {
  const page = await sent("moved");
  const form = fieldsIn(formIn(await html(page), 'value="apply"'));
  await db.insert(products).values({ id: "moved1", handle: "moved", name: "Moved", position: 9_001 });
  await script(page, "moved.jpg");
  await settlePictures(shop, numberOf(page), null);
  const answer = await owner.post(page, { ...form, intent: "apply" });
  expect(below(answer)).not.toMatch(/\?done=/);
});

test("of a form with very many pictures only the first outcomes are held and answered", async () => {
  const page = await sent("form");
  const form = new FormData();
  for (let index = 0; index < 150; index += 1) form.append("file", new File(["x"], `stray-${index}.jpg`));
  const answer = await owner.send(`${page}/upload`, form, { accept: "application/json" });
  const { files } = (await answer.json()) as { files: unknown[] };
  expect(files).toHaveLength(100);
});

/** Number of rows that the database returns while `work` runs. */
async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  const results = pg.Result.prototype as unknown as pg.ResultBuilder;
  const added = vi.spyOn(results, "addRow").mockImplementation(function (this: pg.ResultBuilder, row) {
    this.rows.push(row);
  });
  try {
    await work();
    return added.mock.calls.length;
  } finally {
    added.mockRestore();
  }
}

test("a picture of a folder, and one that no row names, reads no more of a file that names 400 than of one that names 4", async () => {
  const named = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}-${index}`);
  const [few, many] = [await sent(...named(4, "few")), await sent(...named(400, "many"))];
  const own = (page: string, of: string) => rowsReadBy(() => script(page, `${of}-1.jpg`));
  const stray = (page: string) => rowsReadBy(() => script(page, "stray.jpg"));
  expect((await own(many, "many")) - (await own(few, "few"))).toBe(0);
  expect((await stray(many)) - (await stray(few))).toBe(0);

  await allAreThere(many);
  expect(await words(many)).toContain("1 of 400 pictures here");
  expect(await words(many)).toContain("1 picture that was sent matches no row of the file");
});

test.each([
  ["Hangul, which is compared by its parts", 0xac00, 800, "1 of 1 picture here"],
  [
    "letters of three bytes beyond what an index takes",
    0x4e00,
    900,
    "1 picture that was sent matches no row of the file",
  ],
])("a picture whose very long name is in %s is found, or named as matching no row", async (_, first, letters, told) => {
  const name = (index: number) => String.fromCodePoint(first + ((index * 7919) % 10_000));
  const long = Array.from({ length: letters }, (_none, index) => name(index)).join("");
  const page = await sent(long);
  await script(page, `${long}.jpg`);
  expect(await words(page)).toContain(told);
});
