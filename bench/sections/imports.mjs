import { glob, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { shopifyExport } from "../../src/testing/shopify-export.ts";
import { figure, heading } from "../figures.mjs";
import { load, startLoad } from "../load.mjs";
import { startShop } from "../shop.mjs";

const SOURCES = 20;
const SIDE = 1200;
/** Load of readers, in requests a second and connections: they request a cached page, first without an import, then during it. */
const READERS = { rate: 50, connections: 8 };
const ALONE_SECONDS = 10;

/** Measures an import of products with a picture each from a folder, by the operators' command, while the shop serves readers. */
export async function imports({ homeOf, port, imported }) {
  heading(`An import of ${imported.toLocaleString("en-US")} products: three variants and a picture of ${SIDE} px each`);
  const home = await homeOf();
  const shop = await startShop({ home, port });
  try {
    const folder = join(home, "pictures");
    const file = join(home, "products.csv");
    await mkdir(folder);
    const bytes = await writePictures(folder, imported);
    await writeFile(
      file,
      shopifyExport({ products: imported, variants: 3, picture: "https://pictures.example/product-#.jpg" }),
    );
    const readers = { ...READERS, urls: [`${shop.address}/`] };
    const alone = await load({ ...readers, seconds: ALONE_SECONDS });

    const reading = await startLoad(readers);
    const begun = performance.now();
    await shop.command("import-products", file, "--pictures", folder);
    const minutes = (performance.now() - begun) / 60_000;
    const beside = await reading.end();

    const note = `a picture of ${Math.round(bytes / imported / 1000)} kB on average`;
    figure("all are for sale, with the pictures of a listing", minutes, "min", { most: 10 }, note);
    const all = `${beside.requests} requests, longest ${Math.round(beside.longest)} ms`;
    figure(
      "a cached page during the whole import: p99",
      beside.p99,
      "ms",
      {},
      `${all}; alone ${alone.p99.toFixed(1)} ms`,
    );
    figure("the cached page, p99 of the worst ten seconds", beside.worstStretch, "ms");
    await checked(shop, imported);
  } finally {
    await shop.stop();
  }
}

/** Writes `count` different pictures, the same ones in each run; returns their total size in bytes. */
async function writePictures(folder, count) {
  const demo = (await Array.fromAsync(glob("src/demo/content/media/products/*/*-front.webp"))).toSorted();
  const sources = await Promise.all(
    demo
      .slice(0, SOURCES)
      .map((file) => sharp(file).resize({ width: SIDE, height: SIDE }).jpeg({ quality: 90 }).toBuffer()),
  );
  let bytes = 0;
  for (let number = 0; number < count; number += 1) {
    const picture = changed(sources[number % SOURCES], Math.floor(number / SOURCES));
    bytes += picture.length;
    await writeFile(join(folder, `product-${number + 1}.jpg`), picture);
  }
  return bytes;
}

/** Copies a JPEG and changes one value of its first quantization table: the pixels differ without encoding the picture again. */
function changed(jpeg, turn) {
  const copy = Buffer.from(jpeg);
  const table = copy.indexOf(Buffer.from([0xff, 0xdb])) + 5;
  const step = table + (turn % 32);
  copy[step] = Math.min(255, copy[step] + 1 + Math.floor(turn / 32));
  return copy;
}

/**
 * @throws {Error} unless every imported product is published with its own picture, and the first picture has its listing width.
 */
async function checked(shop, count) {
  const [found] = await shop.query(`select count(*)::int as live,
      (select count(*)::int from media join media_uses using (hash) where path like '/media/goods/import%') as pictures,
      (select min(hash) from media_uses where path like '/media/goods/import%') as hash
    from products where handle ~ '^product-[0-9]+$' and published_status = 'published'`);
  if (found.live !== count || found.pictures !== count) throw new Error(`Not all came in: ${JSON.stringify(found)}`);
  const { headers } = await fetch(`${shop.address}/pictures/${found.hash}/480.webp`);
  if (!headers.get("cache-control")?.includes("immutable")) throw new Error("A picture of a listing is not made.");
}
