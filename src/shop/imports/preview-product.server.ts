import type { FieldValues } from "~/shop/audit/saving";
import type { NewGoods } from "~/shop/catalog/editing/goods-to-create.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import type { StoredGoods } from "~/shop/catalog/editing/stored-goods.server";
import { isSame } from "~/shop/audit/record-kind.server";
import { missingToPublish, type PublishNeed } from "~/shop/catalog/editing/publish-needs";
import { listsOf, type PictureLists } from "~/shop/catalog/pictures/picture-list";
import { NO_CHOICE } from "~/shop/catalog/product";
import { Details, MOST_DETAILS } from "~/shop/catalog/product-lists";
import type { Problem, RowState, ShownChange, ShownProduct } from "./import";
import { readStatus } from "./cell-values";
import { PRODUCT_COLUMNS } from "./columns";
import { isUntold } from "./first-level";
import { isGiftCard, isGood, type Line, picturesIn } from "./mapped-row";
import { readOptions } from "./read-options";
import { newGoods } from "./create-goods.server";
import { variantChanges, type VariantEdit } from "./variant-changes.server";
import {
  leaveWhatStands,
  type PreviewContext,
  readProduct,
  type SaidOfProduct,
  refuseSpoilt,
  sayWhatWordsStay,
} from "./read-product.server";
import { goodVariants, readVariants, type SaidOfVariant } from "./read-variants.server";
import { shownProduct } from "./shown-product.server";
import { nameOfRow, PICTURES_CHANGE, shownChange } from "./preview-row";

/** Row of the import's preview. */
export interface PreviewRow {
  row: number;
  state: RowState;
  name: string;
  problems: Problem[];
  changes: ShownChange[];
  /** Preview of a new or restored product, in its first new row. */
  product?: ShownProduct;
}

/** Changes that an import would make to one product, without those of its rejected rows. */
export interface ProductPreview {
  rows: PreviewRow[];
  created?: NewGoods;
  product?: { id: string; old: FieldValues; values: FieldValues };
  /** Pictures for a product that had none. */
  pictures?: { id: string; images: string[] };
  variants: VariantEdit[];
  /** Differences in stock, by id of an existing variant. */
  stock: { id: number; quantity: number }[];
  /** True if the product is new or restored from the archive. */
  isBrought: boolean;
  /** True if the import publishes the product. */
  isPublished: boolean;
  /** Number of new variants that the other shop counts but whose file has no number. */
  untold: number;
  /**
   * Stored pictures that the good rows name, by color; those without a color belong to the product. Only for an existing product.
   */
  named?: PictureLists;
}

const NOTHING = { variants: [], stock: [], isBrought: false, isPublished: false, untold: 0 };

/** Product that a group of rows describes: a stored one, or a new one with the handle from the file. */
export interface Subject {
  goods: StoredGoods | undefined;
  handle: string | null;
  /** True if the product is archived because an import was undone. */
  isTakenBack: boolean;
  /** Reason why the rows do not identify a single product. */
  question: Problem | undefined;
  /** Rows of the product that are left out. */
  left: Line[];
}

/** Computes the changes that the rows of one product would make, without writing them; adds problems to the rows. */
export function previewProduct(
  lines: Line[],
  { goods, handle, isTakenBack, question, left }: Subject,
  context: PreviewContext,
): ProductPreview {
  if (question) lines[0]?.problems.push(question);
  if (context.hasGiftCards && (!goods || isTakenBack) && isGiftCard(lines))
    return { rows: lines.map((line) => previewRow(line, "gift-card", [], lines[0]?.says("name"))), ...NOTHING };
  const said = readProduct(lines, context, left);
  const variants = readVariants(lines, goods, context);
  if (question) return { rows: lines.map((line) => previewRow(line, "bad", variants, undefined)), ...NOTHING };
  noteSharedSkus(variants, context);
  const changes = new Map<Line, ShownChange[]>(lines.map((line) => [line, []]));
  const [first] = lines;
  if (!first) return { rows: [], ...NOTHING };
  if (goods) return previewChanges({ lines, variants, goods, changes, isTakenBack, left }, context);
  refuseSpoilt(said, lines);
  addAttributes(said, lines, context);
  sayWhatIsHidden(lines);
  sayUnread(lines);
  keepUnshipped(said, lines);
  sayOtherCategories(lines);
  sayOtherValues(lines);

  const isNamed = said.values.name !== undefined && said.values.name !== "";
  if (!isNamed && !first.problems.some(({ field, isNote }) => field === "name" && !isNote))
    first.problems.push({ field: "name", words: "a new product needs a name" });
  const bad = lines.find((line) => !isGood(line));
  if (variants.length === 0 && !bad)
    first.problems.push({ field: "name", words: "no row of the file has a size or color of it" });
  const ofAll = lines.find(({ problems }) => problems.some(({ field, isNote }) => !isNote && OF_ALL.has(field)));
  const blocking = ofAll ?? (variants.length === 0 ? bad : undefined);
  const good = variants.filter(({ line }) => isGood(line));
  const keeper = blocking ?? (good.length === 0 ? variants[0]?.line : undefined);
  if (keeper)
    for (const line of lines)
      if (isGood(line))
        line.problems.push({
          field: "name",
          words: `Stays out with row ${keeper.row}: without that one there is no product`,
          ofRow: keeper.row,
        });
  const rows = (state: RowState) =>
    lines.map((line) => previewRow(line, isGood(line) ? state : "bad", variants, said.values.name));
  if (keeper) return { rows: rows("bad"), ...NOTHING };
  const { created, missing } = newGoods({ said, variants: good, lines, handle }, context);
  if (missing.length > 0) first.problems.push(staysDraft(missing));
  const status = created.publishedStatus;
  const product = shownProduct({ said, variants: good, lines, status }, context);
  return {
    rows: withProduct(rows("new"), product),
    ...NOTHING,
    created,
    isBrought: true,
    isPublished: status === "published",
    untold: good.filter(isUntold).length,
  };
}

/** Adds options with one value and attributes of other shops to the details of a new product. */
function addAttributes(said: SaidOfProduct, lines: Line[], { optionMeanings }: PreviewContext): void {
  const own = (said.values.details as string[] | undefined) ?? [];
  const line = lines.find((each) => isGood(each) && (each.says("attributes") ?? "") !== "");
  const attributes = (line?.says("attributes") ?? "").split("\n").filter(Boolean);
  const told = [...readOptions(lines, [], optionMeanings).attributes, ...attributes].filter(
    (attribute) => !own.includes(attribute),
  );
  const fitting = told.filter((attribute) => Details.safeParse([attribute]).success);
  const details = [...own, ...new Set(fitting)].slice(0, MOST_DETAILS);
  if (details.length > own.length) said.values.details = details;
  const left = own.length + new Set(told).size - details.length;
  if (left > 0)
    (line ?? lines[0])?.problems.push({
      field: "attributes",
      words: `${left} of them do not fit into the details of a product and are left out`,
      isNote: true,
      isUnfit: true,
    });
}

/** Adds notes about a new product that could not be found in the other shop, and about what it has no place for here. */
function sayWhatIsHidden(lines: Line[]): void {
  const good = lines.filter(isGood);
  const hidden = good.find(
    (line) => NOT_FOUND.test(line.says("published") ?? "") || /^unlisted$/i.test(line.says("status") ?? ""),
  );
  const isArchived = good.some((line) => readStatus(line.says("status") ?? "").value === "archived");
  if (hidden && !isArchived)
    hidden.problems.push({
      field: "status",
      words: "could not be found by shoppers of the other shop, so it is a draft here",
      isNote: true,
    });
  const line = good.find((each) => (each.says("hiddenAttributes") ?? "") !== "");
  const listed = good.find((each) => (each.says("skusOfAll") ?? "") !== "");
  listed?.problems.push({
    field: "skusOfAll",
    words: `${listed.says("skusOfAll")}: nothing says which size each belongs to, so none is taken; write them in here`,
    isNote: true,
  });
  line?.problems.push({
    field: "hiddenAttributes",
    words: `${line.says("hiddenAttributes")?.split("\n").join(", ")}: not shown in the other shop, so left out here`,
    isNote: true,
  });
}
/** Adds notes about choices of the other shop that have a price of their own, or are words of shoppers. */
function sayUnread(lines: Line[]): void {
  for (const line of lines.filter(isGood))
    if (line.says("unread"))
      line.problems.push({
        field: "unread",
        words: `${line.says("unread")}: prices of single choices and words of shoppers are not read; set them here`,
        isNote: true,
      });
}
/** Columns of which the file of problems has the whole cells. */
const WORDY: ReadonlySet<string> = new Set(["name", "description", "details", "materials", "care", "fit"]);

/**
 * Adds a note to each row with another text or number of the product than the row from which it is taken: sizes and colors have
 * none of their own here.
 */
function sayOtherValues(lines: Line[]): void {
  const good = lines.filter(isGood);
  if (good.length < 2) return;
  for (const field of PRODUCT_COLUMNS) {
    const taken = good.find((line) => (line.says(field) ?? "") !== "");
    if (field === "handle" || !taken) continue;
    const text = taken.says(field);
    for (const line of good)
      if ((line.says(field) ?? "") !== "" && line.says(field) !== text)
        line.problems.push({
          field,
          words: `${WORDY.has(field) ? "" : `${line.says(field)?.slice(0, 60)} `}differs from that of row ${taken.row}, which is taken: sizes and colors have none of their own here`,
          isNote: true,
          ...(WORDY.has(field) && { isUnfit: true }),
        });
  }
}

/** Adds a note about the categories of a new product besides its first one. */
function sayOtherCategories(lines: Line[]): void {
  const line = lines.find((each) => isGood(each) && (each.says("otherCategories") ?? "") !== "");
  line?.problems.push({
    field: "otherCategories",
    words: `${line.says("otherCategories")?.split("\n").join(", ")}: a product has one category here, so the first is taken`,
    isNote: true,
    isUnfit: true,
  });
}
/** Makes a new product a draft that the other shop does not ship, such as a download or a service. */
function keepUnshipped(said: SaidOfProduct, lines: Line[]): void {
  const line = lines.find((each) => isGood(each) && NOT_FOUND.test(each.says("needsShipping") ?? ""));
  if (!line) return;
  if (said.status !== "archived") said.status = "draft";
  line.problems.push({
    field: "needsShipping",
    words: "is not shipped by the other shop, as a download or a service, so it is a draft here",
    isNote: true,
  });
}
const NOT_FOUND = /^(no|n|false|0)$/i;

/** Adds the product's preview to its first new row. */
function withProduct(rows: PreviewRow[], product: ShownProduct): PreviewRow[] {
  const first = rows.find(({ state }) => state === "new");
  return rows.map((row) => (row === first ? { ...row, product } : row));
}

/**
 * Adds a note to rows whose SKU occurs in several rows, so that members notice mistakes of a spreadsheet. Several variants may
 * share a SKU: of a product's new variants with the SKU only the first gets the note, and variants that have it already get none.
 */
function noteSharedSkus(variants: SaidOfVariant[], { skuRows }: PreviewContext): void {
  const told = new Set<string>();
  for (const { line, sku = "", stored } of variants) {
    const rows = sku === "" || stored?.sku === sku ? undefined : skuRows(sku);
    if (!rows || rows.count < 2 || line.problems.some(({ field }) => field === "sku")) continue;
    const isFirst = rows.first === line.row;
    if (!stored && told.has(sku)) continue;
    told.add(sku);
    const words = isFirst ? `is shared by ${rows.count} rows` : `is shared with row ${rows.first}`;
    line.problems.push({ field: "sku", words, isNote: true });
  }
}

/** Fields for which a problem in one row blocks all rows of a new product. */
const OF_ALL = new Set(["handle", "name"]);

const staysDraft = (missing: PublishNeed[]): Problem => ({
  field: "status",
  words: `stays a draft: ${missing.map((need) => NEEDS[need]).join(", ")} missing`,
  isNote: true,
});
const NEEDS: Record<PublishNeed, string> = {
  name: "name",
  price: "price",
  picture: "picture",
  category: "category",
  kindForTax: "tax kind",
};

interface Change {
  lines: Line[];
  variants: SaidOfVariant[];
  goods: StoredGoods;
  changes: Map<Line, ShownChange[]>;
  isTakenBack: boolean;
  left: Line[];
}

function previewChanges(
  { lines, variants, goods, changes, isTakenBack, left }: Change,
  context: PreviewContext,
): ProductPreview {
  const { product: levels, choices, edits, stock, shown, isNew } = variantChanges(variants, goods, context);
  const good = lines.filter(isGood);
  const out = [...left, ...lines.filter((line) => !isGood(line))];
  // Reads the product again without the rejected rows.
  const said = readProduct(
    good.map((line) => ({ ...line, problems: [] })),
    context,
    out,
  );
  const [first] = good;
  sayWhatWordsStay(good, out, goods);
  sayOtherValues(good);
  leaveWhatStands(said, good, goods);
  const hasPictures = goods.images.length > 0 || goods.colors.some((color) => color.images.length > 0);
  const images = hasPictures ? [] : picturesOf(good, context);
  if (first && images.length > 0)
    changes.get(first)?.push({ what: PICTURES_CHANGE, from: "none", to: String(images.length) });
  const wanted: FieldValues = { ...said.values, ...levels, ...(choices && { choices: choices.now }) };
  const old: FieldValues = { ...goods, choices: choices?.before };
  const status = first && statusAfter({ goods, first, isTakenBack, status: said.status, images, wanted });
  if (status) wanted.publishedStatus = status;
  const differing = Object.entries(wanted).filter(([field, value]) => !isSame(value, old[field]));
  for (const [line, own] of shown) changes.get(line)?.push(...own);
  if (first)
    for (const [field, value] of differing)
      if (!(field in levels) && field !== "choices" && field !== "styleWith")
        changes.get(first)?.push(shownChange(field, old[field], value, [...context.categories, ...context.guides]));
  const choicesError = choices && productRecord.fields.choices?.schema.safeParse(choices.now).error;
  if (choicesError) first?.problems.push({ field: "size", words: choicesError.issues[0]?.message ?? "" });
  const isBack = isTakenBack && status !== undefined;
  const rows = lines.map((line) => {
    const own = changes.get(line) ?? [];
    const state = !isGood(line) ? "bad" : isBack || isNew.has(line) ? "new" : own.length > 0 ? "changed" : "same";
    return { ...previewRow(line, state, variants, goods.name), changes: isGood(line) ? own : [] };
  });
  const picked = Object.fromEntries(differing);
  const product = isBack && shownProduct({ said, variants: goodVariants(variants), lines, goods, status }, context);
  return {
    rows: product ? withProduct(rows, product) : rows,
    ...(differing.length > 0 && {
      product: {
        id: goods.id,
        values: picked,
        old: Object.fromEntries(differing.map(([field]) => [field, old[field]])),
      },
    }),
    ...(images.length > 0 && { pictures: { id: goods.id, images } }),
    variants: edits,
    stock,
    named: namedPictures(good, goodVariants(variants), context),
    isBrought: isBack,
    isPublished: picked.publishedStatus === "published",
    untold: goodVariants(variants).filter((variant) => !variant.stored && isUntold(variant)).length,
  };
}

interface StatusWish {
  goods: StoredGoods;
  first: Line;
  isTakenBack: boolean;
  /** Status that the file states; undefined without one. */
  status: StoredGoods["publishedStatus"] | undefined;
  images: string[];
  wanted: FieldValues;
}

/**
 * New status of a product; undefined if unchanged. A product that lacks a value for publishing is not published: it stays as it
 * is, or becomes a draft if it is archived. A product archived by undoing an import is restored, as a draft by default.
 */
function statusAfter({
  goods,
  first,
  isTakenBack,
  status,
  images,
  wanted,
}: StatusWish): StoredGoods["publishedStatus"] | undefined {
  const isAway = goods.publishedStatus === "archived";
  if (!status && isAway && !isTakenBack) first.problems.push(STAYS_AWAY);
  const wish = status ?? (isTakenBack ? "draft" : goods.publishedStatus);
  const missing =
    wish === "published" && wish !== goods.publishedStatus
      ? missingAfter(goods, { ...wanted, ...(images.length > 0 && { images }) })
      : [];
  if (missing.length > 0) first.problems.push(staysDraft(missing));
  const after = missing.length === 0 ? wish : isAway ? "draft" : goods.publishedStatus;
  return after === goods.publishedStatus ? undefined : after;
}

const STAYS_AWAY: Problem = {
  field: "status",
  words: "it is put away and stays so; write published or draft under Status to bring it back",
  isNote: true,
};

/** Stored paths of the pictures that rows name, each once. */
const picturesOf = (lines: Line[], { picturePath }: PreviewContext): string[] => [
  ...new Set(lines.flatMap((line) => picturesIn(line).flatMap((source) => picturePath(source) ?? []))),
];

/** Pictures of rows by color: the picture of a variant's row belongs to the variant's color. */
function namedPictures(lines: Line[], variants: SaidOfVariant[], context: PreviewContext): PictureLists {
  const ofColor = (color: string) =>
    variants.flatMap((variant) => (variant.color === color ? (context.picturePath(variant.picture ?? "") ?? []) : []));
  const names = [...new Set(variants.map(({ color }) => color))].filter((color) => color !== NO_CHOICE);
  const colors = names.map((name) => ({ name, images: [...new Set(ofColor(name))] }));
  return listsOf(picturesOf(lines, context), colors);
}

/** Values that a product lacks for publishing after these changes. */
function missingAfter(goods: StoredGoods, values: FieldValues): PublishNeed[] {
  const living = goods.variants.filter(({ isRetired }) => !isRetired);
  const colors = goods.colors.filter(({ isRetired }) => !isRetired);
  return missingToPublish({ ...goods, ...values, colors, variants: living } as Parameters<typeof missingToPublish>[0]);
}

function previewRow(line: Line, state: RowState, variants: SaidOfVariant[], name: unknown): PreviewRow {
  const variant = variants.find((each) => each.line === line);
  const title = typeof name === "string" ? name : (line.says("name") ?? "");
  return { row: line.row, state, name: nameOfRow(title, variant), problems: line.problems, changes: [] };
}
