import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, inject, test } from "vitest";
import { openOutlines } from "~/platform/outlines.server";
import { openPictureStore } from "~/platform/picture-store.server";
import { products as productsTable } from "~/shop/catalog/catalog.tables";
import type { SharePicture } from "~/shop/head";
import { type Cents, cents } from "~/shop/money";
import { sharePicture, shareTextsIn } from "~/shop/share-picture.server";
import { eventually } from "~/testing/eventually";
import { attributeOf, structuredIn } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { fittedLines } from "./share-drawing";

const folder = await mkdtemp(join(tmpdir(), "share-pictures-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const shop = { ...(await openTestShop()), pictures: openPictureStore(inject("databasePictures"), folder) };
const { ask, html, json } = await openReadablePages(shop);
const [{ _id: id }]: [{ _id: string }] = await json("/api/products/search?query=outlaw%20leather%20jacket");
const PRODUCT = `/product/outlaw-leather-jacket-${id}`;

const metaIn = (page: string, name: string): string =>
  Array.from(page.matchAll(/<meta [^>]*>/g), ([tag]) => tag)
    .filter((tag) => attributeOf(tag, "name") === name || attributeOf(tag, "property") === name)
    .map((tag) => attributeOf(tag, "content") ?? "")[0] ?? "";

const LONG = "THE LONG WAY HOME WAXED CANVAS OVERSHIRT WITH REINFORCED ELBOWS AND STORM COLLAR";
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer();
const shareWith = ({
  hash,
  ...given
}: {
  title: string;
  hash: string;
  price?: Parameters<typeof sharePicture>[1]["price"];
}) =>
  sharePicture(shop, {
    ...given,
    picture: { path: "/media/x.webp", hash, width: 1, height: 1, alt: "" },
  }) as SharePicture;
/** Response with a share picture; on a busy machine the first ones may be the original, while it is made. */
const madeAt = (address: string): Promise<Response> =>
  eventually(async () => {
    const response = await ask(address);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    return response;
  });
const bytesAt = async (address: string) => Buffer.from(await (await madeAt(address)).arrayBuffer());

const shareOf = async (path: string): Promise<string> => metaIn(await html(path), "og:image");
/** Texts in the address of a share picture. */
function textsOf(address: string) {
  const [, hash = "", file = ""] = /pictures\/(\w+)\/share\/(.+)$/.exec(address) ?? [];
  return shareTextsIn(shop.sealer, hash, file);
}

/** Composed files of a picture. */
const madeOf = async (hash: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((file) => file.includes(`${hash}-with-`));

/** Height and sides of the green part of a picture, in pixels. */
async function greenIn(address: string): Promise<{ height: number; left: number; right: number }> {
  const { data, info } = await sharp(await bytesAt(address))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found: { x: number; y: number }[] = [];
  for (let at = 0; at < info.width * info.height; at += 1)
    if ((data[3 * at] ?? 0) < 60 && (data[3 * at + 1] ?? 0) > 170)
      found.push({ x: at % info.width, y: Math.floor(at / info.width) });
  const [xs, ys] = [found.map(({ x }) => x), found.map(({ y }) => y)];
  const [least, most] = [
    (all: number[]) => all.reduce((a, b) => Math.min(a, b)),
    (all: number[]) => all.reduce((a, b) => Math.max(a, b)),
  ];
  return { height: most(ys) - least(ys) + 1, left: least(xs), right: most(xs) };
}

describe("the picture of a link preview", () => {
  test.each(["/", "/shop/men", PRODUCT, "/blog/denim-vs-leather", "/about", "/community", "/blogs"])(
    "%s names a JPEG of 1200 by 630 pixels, which may be cached for good",
    async (path) => {
      const page = await html(path);
      expect(metaIn(page, "twitter:card")).toBe("summary_large_image");
      expect([metaIn(page, "og:image:width"), metaIn(page, "og:image:height")]).toEqual(["1200", "630"]);
      expect(metaIn(page, "og:image:alt")).not.toBe("");

      const response = await madeAt(metaIn(page, "og:image"));
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("set-cookie")).toBeNull();
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
      expect(bytes.length).toBeLessThan(300_000);
      const tag = response.headers.get("etag") ?? "";
      expect((await ask(metaIn(page, "og:image"), { headers: { "if-none-match": tag } })).status).toBe(304);
    },
  );

  test("has another address after a new price; the former one still shows what it showed", async () => {
    const former = await shareOf(PRODUCT);
    const before = await bytesAt(former);
    const sale = (salePrice: Cents | null) =>
      shop.db.update(productsTable).set({ salePrice }).where(eq(productsTable.id, id));
    await sale(cents(199_00));
    // Another size is another page for the page cache, which this test does not notify of changed prices.
    const changed = await shareOf(`${PRODUCT}?color=Black&size=M`);
    await sale(null);

    expect(textsOf(changed)).toMatchObject({ price: "$199.00", was: "$389.00" });
    expect(Buffer.compare(await bytesAt(changed), before)).not.toBe(0);
    expect(Buffer.compare(await bytesAt(former), before)).toBe(0);
  });

  test("shows the price of the linked variant", async () => {
    expect(textsOf(await shareOf(PRODUCT))).toEqual({
      shopName: "Iron Mesa",
      title: "Outlaw Leather Jacket",
      price: "$389.00",
      was: "",
    });
    expect(textsOf(await shareOf(`${PRODUCT}?color=Black&size=3XL`))?.price).toBe("$419.00");
  });

  test("is drawn only for addresses that a page of the shop has named", async () => {
    const address = await shareOf(PRODUCT);
    const [, hash = "", texts = "", signature = ""] =
      /pictures\/(\w+)\/share\/([\w-]+)\.([\w-]+)\.jpg$/.exec(address) ?? [];
    const other = /pictures\/(\w+)\//.exec(await shareOf("/"))?.[1] ?? "";
    const cheaper = Buffer.from(Buffer.from(texts, "base64url").toString().replace("$389", "$3")).toString("base64url");
    expect(cheaper).not.toBe(texts);
    const share = (of: string, said: string, signed: string) => `/pictures/${of}/share/${said}.${signed}.jpg`;
    const before = await madeOf(hash);
    for (const forged of [
      share(hash, cheaper, signature),
      share(other, texts, signature),
      share(hash, texts, signature.slice(1)),
      share(hash, texts, ""),
      `/pictures/${hash}/share/`,
    ])
      expect([forged, (await ask(forged)).status]).toEqual([forged, 404]);
    expect(await madeOf(hash)).toEqual(before);
  });

  test("of a picture that the shop no longer has is not found", async () => {
    const { hash } = await shop.pictures.store(await plain(400, 500, "#fff"));
    const { address } = shareWith({ title: "Gone", hash });
    await shop.pictures.remove(hash);
    expect((await ask(address)).status).toBe(404);
  });

  test("goes with its picture, of which only the latest four are kept", async () => {
    const { hash } = await shop.pictures.store(await plain(401, 500, "#fff"));
    const asked = ["One", "Two", "Three", "Four", "Five", "Six"].map((title) => shareWith({ title, hash }).address);
    for (const address of asked) await madeAt(address);
    expect(await madeOf(hash)).toHaveLength(4);
    // A former one is made again.
    await madeAt(asked[0] ?? "");
    await shop.pictures.remove(hash);
    expect(await madeOf(hash)).toEqual([]);
  });

  test("of a drawing, which has no pixels, is the drawing, cached for a short time", async () => {
    const { hash } = await shop.pictures.store(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"/>'),
    );
    const response = await ask(shareWith({ title: "Drawing", hash }).address);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
  });
});

describe("on the picture", () => {
  test("a cut-out stands on the plate at 86 % of the height, whatever its transparent border", async () => {
    const thing = await plain(300, 300, "#00ff00");
    const cutOut = await sharp({ create: { width: 800, height: 1200, channels: 4, background: "#0000" } })
      .composite([{ input: thing, left: 40, top: 700 }])
      .webp({ lossless: true })
      .toBuffer();
    const { hash } = await shop.pictures.store(cutOut);
    const green = await greenIn(shareWith({ title: "Green", hash }).address);
    expect(green.height).toBeGreaterThan(630 * 0.85);
    expect(green.height).toBeLessThan(630 * 0.87);
    expect(green.left).toBeGreaterThan(600);
    expect(green.right).toBeLessThan(1200);
  });

  test.each([
    ["a tall photograph fills the right side", 400, 500, 504],
    ["a wide photograph fills everything", 1600, 900, 1200],
  ])("%s", async (_, width, height, shown) => {
    const { hash } = await shop.pictures.store(await plain(width, height, "#00ff00"));
    const { address } = shareWith({ title: "Green", hash });
    const picture = await sharp(await bytesAt(address))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number) => picture.data[3 * (20 * 1200 + x) + 1] ?? 0;
    expect(at(1199)).toBeGreaterThan(230);
    expect(at(1200 - shown + 3) > at(1200 - shown - 3) + 15 || shown === 1200).toBe(true);
    expect(at(3) > 40).toBe(shown === 1200);
  });

  test("the sale price stands beside the former one", async () => {
    const { hash } = await shop.pictures.store(await plain(402, 500, "#fff"));
    const title = "Jacket";
    const price = { now: cents(14_00), was: null, isFrom: false };
    const regular = await bytesAt(shareWith({ title, hash, price }).address);
    const sale = await bytesAt(shareWith({ title, hash, price: { ...price, was: cents(28_00) } }).address);
    expect(Buffer.compare(regular, sale)).not.toBe(0);
  });

  test("titles of any length fit the column, without a font of the machine", async () => {
    const outlines = await openOutlines();
    const sizes: number[] = [];
    for (const title of ["TEE", "OUTLAW LEATHER JACKET", LONG, "W".repeat(90), "", "日本", "ÅŁŻĂ Ạ’s"]) {
      const { lines, size } = fittedLines(outlines, title);
      sizes.push(size);
      for (const line of lines) expect(outlines.widthOf(line, size)).toBeLessThanOrEqual(500);
      expect(lines.length * size).toBeLessThanOrEqual(350);
    }
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 0);
    expect(sizes[1]).toBeGreaterThan(sizes[2] ?? 0);
    expect(fittedLines(outlines, LONG.repeat(3)).lines.at(-1)).toMatch(/…$/);
    for (const letter of "AÅŁẠ€’") expect(outlines.pathOf(letter, 0, 0, 10)).not.toBe("");
    for (let size = 20; size < 140; size += 1)
      expect(outlines.pathOf("DESERT $1,128.00", 61.36, 482.3, size)).toMatch(/^([MLQCZ][-\d. ]*)+$/);
  });
});

test("search engines and the feed get the plain picture", async () => {
  const [data] = structuredIn(await html(PRODUCT)).filter(
    (each) => each["@type"] === "Product" || each["@type"] === "ProductGroup",
  );
  expect(JSON.stringify(data)).toContain("/api/media/products/");
  for (const path of [PRODUCT, "/blog/denim-vs-leather"])
    expect(JSON.stringify(structuredIn(await html(path)))).not.toContain("/share/");
  expect(await (await ask("/products.xml")).text()).not.toContain("/share/");
});
