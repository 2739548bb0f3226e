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

/** A picture of a product as members see it. */
export interface GoodsPicture {
  path: string;
  /** Data of the picture; null when its file is missing. */
  picture: MaintainedPicture | null;
  /** Descriptions of other places in the shop that show the same picture. */
  elsewhere: string[];
}

/** Pictures of a color, or of the product. */
export interface GoodsPictureList {
  /** Name of the color; empty for the list without a color. */
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
 * Pictures of a product in any status; undefined for an unknown id.
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

/** Maximum number of other products named that show a picture. */
const OTHERS_NAMED = 20;

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
        .limit(OTHERS_NAMED);

interface PicturesForm {
  submission: string;
  productId: string;
  /** Color of the changed list; empty for the list without a color. */
  color?: string;
  change?: PictureChange;
  words?: TypedWords[];
}

/** Alternative text that was typed for a picture, and the version that the form showed. */
export interface TypedWords {
  path: string;
  alt: string;
  version: number;
}

/** Maximum number of attempts to change a list that other members change at the same time. */
const TRIES = 5;

/**
 * Changes a list of pictures and alternative texts of some pictures, all or nothing. The change of the list applies to its
 * current order; a text that another member has changed is not overwritten.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`, `input-invalid`, `picture-gone`, `last-picture`, `submission-foreign`;
 * `edited-meanwhile` for the text of a picture that the product does not show.
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
 * Edits of the alternative texts of a product's pictures.
 *
 * @throws {Refusal} `edited-meanwhile` for a picture that the product does not show.
 */
export async function wordsEdits(services: { db: Database }, productId: string, words: TypedWords[]): Promise<Edit[]> {
  if (words.length > 0) await refuseForeign(services, productId, words);
  return words.map(({ path, alt, version }) => ({ kind: pictureWordsRecord, id: path, version, values: { alt } }));
}

/** Refuses texts of pictures that do not belong to the product. */
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
 * Stores an uploaded picture as a stream. The picture is not shown until it is added to a list; the same file gets the same path.
 *
 * @throws {PictureRefused} with a message, when the file is not an accepted picture.
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

/** Whether the product exists, in any status. */
export async function isProduct({ db }: { db: Database }, productId: string): Promise<boolean> {
  const rows = await db.select({ id: products.id }).from(products).where(eq(products.id, productId));
  return rows.length > 0;
}
