import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { maintainedPictures, type MaintainedPicture, recordUpload } from "~/platform/media-uses.server";
import { makeWidthsLater } from "~/platform/media.jobs";
import type { Jobs } from "~/platform/jobs.server";
import type { PictureStore } from "~/platform/picture-store.server";
import { type Edit, save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { productColors, products, variants } from "../catalog.tables";
import { nameOfVariant } from "../product";
import { changedList, listId, listsOf, type PictureChange } from "./picture-list";
import { picturesRecord, pictureWordsRecord } from "./pictures-record.server";

/** A picture of the goods as members see it. */
export interface GoodsPicture {
  path: string;
  /** Nothing when the file is not there. */
  picture: MaintainedPicture | null;
  /** Where else it is shown, in words. */
  elsewhere: string[];
}

/** One list of pictures: of a color, or of the product where it has none. */
export interface GoodsPictureList {
  /** Empty for the pictures that belong to no color. */
  color: string;
  swatch: string | null;
  pictures: GoodsPicture[];
}

export interface GoodsPictures {
  productId: string;
  name: string;
  lists: GoodsPictureList[];
  mayChange: boolean;
}

/**
 * The pictures of a product, drafts included; nothing when there is no such product.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function goodsPictures(
  { db }: { db: Database },
  member: Member,
  productId: string,
): Promise<GoodsPictures | undefined> {
  await requireRight({ db }, member, "goods.read");
  const [product] = await db
    .select({ name: products.name, images: products.images })
    .from(products)
    .where(eq(products.id, productId));
  if (!product) return undefined;
  const colors = await db
    .select({ name: productColors.name, swatch: productColors.swatch, images: productColors.images })
    .from(productColors)
    .where(and(eq(productColors.productId, productId), isNull(productColors.retiredAt)))
    .orderBy(asc(productColors.position));
  const { own } = listsOf(product.images, colors);
  const paths = [...new Set([...product.images, ...colors.flatMap(({ images }) => images)])];
  const [pictures, variants, others] = await Promise.all([
    maintainedPictures(db, paths),
    variantsShowing(db, productId),
    othersShowing(db, productId, paths),
  ]);

  const shownOf = (color: string) => (path: string) => ({
    path,
    picture: pictures.get(path) ?? null,
    elsewhere: [
      ...colors.flatMap(({ name, images }) => (name !== color && images.includes(path) ? [name] : [])),
      ...variants.flatMap((variant) =>
        variant.image === path && variant.color !== color ? [nameOfVariant(variant)] : [],
      ),
      ...others.flatMap(({ name, images }) => (images.includes(path) ? [name] : [])),
    ].filter(Boolean),
  });
  const ofColors = colors.map(({ name, swatch, images }) => ({
    color: name,
    swatch,
    pictures: images.map(shownOf(name)),
  }));
  const ofNone = { color: "", swatch: null, pictures: own.map(shownOf("")) };
  return {
    productId,
    name: product.name,
    lists: colors.length === 0 || own.length > 0 ? [...ofColors, ofNone] : ofColors,
    mayChange: can(member, "goods.pictures"),
  };
}

const variantsShowing = (db: Database, productId: string) =>
  db
    .select({ size: variants.size, color: variants.color, image: variants.image })
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
    .orderBy(asc(variants.position));

const othersShowing = async (db: Database, productId: string, paths: string[]) =>
  paths.length === 0
    ? []
    : db
        .select({ name: products.name, images: products.images })
        .from(products)
        .where(and(ne(products.id, productId), sql`${products.images} ?| ${sql.param(paths)}::text[]`))
        .limit(20);

interface PicturesForm {
  submission: string;
  productId: string;
  /** The change to the pictures of a color; an empty color means the pictures without one. */
  color?: string;
  change?: PictureChange;
  words?: TypedWords[];
}

/** Words that were typed for a picture, with the version that they were shown with. */
export interface TypedWords {
  path: string;
  alt: string;
  version: number;
}

/** So often a change is tried again on a list that somebody else changed at the same moment. */
const TRIES = 5;

/**
 * Changes a list of pictures and the words of some, both or neither. The order is changed as it is by then; words that somebody
 * else changed meanwhile are not written over.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`, `input-invalid`, `picture-gone`, `last-picture`, `submission-foreign`;
 *   `edited-meanwhile` for words of a picture that the product does not show, or no longer.
 */
export async function savePictures(
  services: { db: Database },
  member: Member,
  { submission, productId, color = "", change, words = [] }: PicturesForm,
): Promise<Saved | Stale> {
  await requireRight(services, member, "goods.pictures");
  const texts = await wordsEdits(services, productId, words);
  for (let tried = 1; ; tried += 1) {
    const list = change && (await listEdit(services, { productId, color, change }));
    const saved = await save(services, member, { submission, edits: list ? [list, ...texts] : texts });
    const isListStale = !saved.saved && saved.stale.some(({ kind }) => kind === picturesRecord.kind);
    if (!isListStale || tried === TRIES) return saved;
  }
}

/**
 * Edits that save words of a product's pictures.
 *
 * @throws {Refusal} `edited-meanwhile` for words of a picture that the product does not show, or no longer.
 */
export async function wordsEdits(services: { db: Database }, productId: string, words: TypedWords[]): Promise<Edit[]> {
  if (words.length > 0) await refuseForeign(services, productId, words);
  return words.map(({ path, alt, version }) => ({ kind: pictureWordsRecord, id: path, version, values: { alt } }));
}

/** Words are of pictures that the product shows: those of other products and pages are changed there. */
async function refuseForeign({ db }: { db: Database }, productId: string, words: { path: string }[]): Promise<void> {
  const lists = await db
    .select({ images: products.images })
    .from(products)
    .where(eq(products.id, productId))
    .unionAll(
      db.select({ images: productColors.images }).from(productColors).where(eq(productColors.productId, productId)),
    );
  const own = new Set(lists.flatMap(({ images }) => images));
  if (words.some(({ path }) => !own.has(path))) throw new Refusal("edited-meanwhile");
}

async function listEdit(
  { db }: { db: Database },
  { productId, color, change }: { productId: string; color: string; change: PictureChange },
) {
  const id = listId(productId, color);
  const current = await db.transaction((tx) => picturesRecord.read(tx, id));
  if (!current) throw new Refusal("record-unknown");
  const images = changedList(current.values.images as string[], change);
  return { kind: picturesRecord, id, version: current.version, values: { images } };
}

/**
 * Takes an uploaded picture in while it arrives. Nothing shows it until it is added to a list; the same picture sent again is at
 * the same path.
 *
 * @throws {PictureRefused} in words, when it is no picture that is taken.
 */
export async function takePicture(
  { db, pictures, jobs }: { db: Database; pictures: PictureStore; jobs: Jobs },
  productId: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<string> {
  const stored = await pictures.takeIn(pieces);
  const path = `/media/goods/${productId}/${stored.hash.slice(0, 16)}.webp`;
  await db.transaction(async (tx) => {
    await recordUpload(tx, { path, stored });
    await makeWidthsLater({ db: tx, jobs }, [stored.hash]);
  });
  return path;
}

/** Whether there is such a product, a draft or not. */
export async function isProduct({ db }: { db: Database }, productId: string): Promise<boolean> {
  const rows = await db.select({ id: products.id }).from(products).where(eq(products.id, productId));
  return rows.length > 0;
}
