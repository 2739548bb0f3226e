import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { lockedWords, noteUses, writeWords } from "~/platform/media-uses.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { FieldValues } from "~/shop/audit/saving";
import { PlainLine } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { productColors, products, variants } from "../catalog.tables";
import { Images } from "../product-lists";
import { missingToPublish } from "../editing/publish-needs";
import { lockEdited, lockGoods } from "../editing/lock-goods.server";
import { lockedOfProducts } from "../stock/reservations.server";
import { allPictures, listNamed, listsOf, type PictureLists, picturesToReplace } from "./picture-list";
import { pictureLists } from "./picture-lists.tables";

/** Alternative text of a picture. */
export const PictureWords = PlainLine(500);

/** Record kind of a list of pictures of a product or color, in order; listings show the first picture. */
export const picturesRecord: RecordKind = {
  kind: "product-pictures",
  right: "goods.pictures",
  fields: {
    images: { schema: Images },
  },
  lockAll: lockEdited,
  async read(tx, id) {
    const { productId, color } = listNamed(id);
    const lists = await lockedLists(tx, productId);
    const images = lists && imagesIn(lists, color);
    if (!images) return undefined;
    const [row] = await tx.select({ version: pictureLists.version }).from(pictureLists).where(isList(id));
    return { version: row?.version ?? 1, values: { images } };
  },
  async write(tx, id, values, version) {
    const { productId, color } = listNamed(id);
    const [row] = await tx
      .insert(pictureLists)
      .values({ productId, color, version: version + 1 })
      .onConflictDoUpdate({
        target: [pictureLists.productId, pictureLists.color],
        set: { version: version + 1 },
        setWhere: eq(pictureLists.version, version),
      })
      .returning({ version: pictureLists.version });
    if (row) await writeImages(tx, productId, color, values.images as string[]);
    return row?.version;
  },
  // Reads and writes one list after another; locks on the rows of their products protect them.
  many: {
    async read(tx, ids) {
      const found = new Map<string, { version: number; values: FieldValues }>();
      for (const id of ids) {
        const record = await picturesRecord.read(tx, id);
        if (record) found.set(id, record);
      }
      return found;
    },
    async write(tx, records) {
      const versions = new Map<string, number>();
      for (const { id, changes, version } of records) {
        const written = await picturesRecord.write(tx, id, changes, version, { memberId: "", submission: "" });
        if (written !== undefined) versions.set(id, written);
      }
      return versions;
    },
  },
};

/** Record kind of a picture's alternative text, by the picture's path. */
export const pictureWordsRecord: RecordKind = {
  kind: "picture-words",
  right: "goods.pictures",
  fields: { alt: { schema: PictureWords } },
  async read(tx, path) {
    const row = await lockedWords(tx, path);
    return row && { version: row.version, values: { alt: row.alt } };
  },
  write: (tx, path, { alt }, version) => writeWords(tx, { path, alt: String(alt), version }),
};

const isList = (id: string) => {
  const { productId, color } = listNamed(id);
  return and(eq(pictureLists.productId, productId), eq(pictureLists.color, color));
};

const imagesIn = ({ own, colors }: PictureLists, color: string): string[] | undefined =>
  color === "" ? own : colors.find(({ name }) => name === color)?.images;

/** Picture lists of a product, which is locked for this transaction. */
async function lockedLists(tx: Transaction, productId: string): Promise<PictureLists | undefined> {
  await lockGoods(tx, { productIds: [productId] });
  const [product] = await tx.select({ images: products.images }).from(products).where(eq(products.id, productId));
  if (!product) return undefined;
  const colors = await tx
    .select({ name: productColors.name, images: productColors.images })
    .from(productColors)
    .where(eq(productColors.productId, productId))
    .orderBy(asc(productColors.position));
  return listsOf(product.images, colors);
}

/** Writes one list and the values that depend on it: all pictures of the product, and pictures of its variants. */
async function writeImages(tx: Transaction, productId: string, color: string, images: string[]): Promise<void> {
  const before = await lockedLists(tx, productId);
  if (!before) return;
  const was = imagesIn(before, color) ?? [];
  const after: PictureLists =
    color === ""
      ? { ...before, own: images }
      : { ...before, colors: before.colors.map((list) => (list.name === color ? { ...list, images } : list)) };
  const all = allPictures(after);
  if (color !== "")
    await tx
      .update(productColors)
      .set({ images })
      .where(and(eq(productColors.productId, productId), eq(productColors.name, color)));
  await tx.update(products).set({ images: all }).where(eq(products.id, productId));
  await writeVariants(tx, productId, color, { was, images });

  const dropped = allPictures(before).filter((path) => !all.includes(path));
  const missing = await noteUses(tx, { shown: images, dropped });
  // A picture that was already in the list may lack its file; an added one may not.
  if (missing.some((path) => !was.includes(path))) throw new Refusal("picture-gone");
  await requirePicture(tx, productId);
}

/** Gives variants the new first picture in place of those that `picturesToReplace` names. */
async function writeVariants(
  tx: Transaction,
  productId: string,
  color: string,
  { was, images }: { was: string[]; images: string[] },
): Promise<void> {
  const replaced = picturesToReplace(was, images);
  if (replaced.length === 0) return;
  await lockedOfProducts(tx, [productId]);
  const ofColor = color === "" ? undefined : eq(variants.color, color);
  await tx
    .update(variants)
    .set({ image: images[0] ?? null })
    .where(
      and(eq(variants.productId, productId), ofColor, sql`${variants.image} = any(${sql.param(replaced)}::text[])`),
    );
}

/**
 * Requires a picture of a published product.
 *
 * @throws {Refusal} `last-picture` when the product would have none.
 */
async function requirePicture(tx: Transaction, productId: string): Promise<void> {
  const [product] = await tx.select().from(products).where(eq(products.id, productId));
  if (product?.publishedStatus !== "published") return;
  const sold = await tx
    .select({ price: variants.price, image: variants.image })
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)));
  const missing = missingToPublish({ ...product, colors: [], variants: sold });
  if (missing.includes("picture")) throw new Refusal("last-picture");
}
