import { glob, link, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp from "sharp";
import { PICTURE_WIDTHS } from "../../src/platform/picture-widths.server";
import { DATA_DIR } from "./database";

/** Width in pixels of the small picture that replaces all other widths. */
const WIDTH = 96;

/**
 * Before the first test, stores one small picture in place of each width of the demo's pictures. Otherwise the shop would make a
 * width when a page first requests it, which delays that page, and browsers would decode large pictures that no test looks at.
 */
export default async function smallPictures(): Promise<void> {
  sharp.cache(false);
  for await (const original of glob(join(DATA_DIR, "pictures", "originals", "*", "*"))) {
    const { format } = await sharp(original)
      .metadata()
      .catch(() => ({ format: "film" }));
    if (format === "webp") await makeSmall(original);
  }
}

async function makeSmall(original: string): Promise<void> {
  const hash = basename(original);
  const folder = join(DATA_DIR, "pictures", "made", hash.slice(0, 2));
  const file = (width: number) => join(folder, `${hash}-${width}.webp`);
  await mkdir(folder, { recursive: true });
  await sharp(original).resize({ width: WIDTH }).webp({ effort: 0 }).toFile(file(WIDTH));
  for (const width of PICTURE_WIDTHS) if (width !== WIDTH) await link(file(WIDTH), file(width));
}
