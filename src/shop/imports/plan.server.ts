import type { FieldValues } from "~/shop/audit/saving";
import type { NewGoods } from "~/shop/catalog/editing/goods-to-create.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import type { StoredGoods } from "~/shop/catalog/editing/stored-goods.server";
import { isSame } from "~/shop/audit/record-kind.server";
import { missingToPublish, type PublishNeed } from "~/shop/catalog/editing/publish-needs";
import type { Problem, RowState, ShownChange, ShownProduct } from "./import";
import { isUntold } from "./first-level";
import { isGood, type Line, picturesIn } from "./mapped-row";
import { readOptions } from "./read-options";
import { newGoods } from "./create-goods.server";
import { variantChanges, type VariantEdit } from "./variant-changes.server";
import { leaveWhatStands, type PlanContext, readProduct, refuseSpoilt, sayWhatWordsStay } from "./read-product.server";
import { goodVariants, readVariants, type SaidOfVariant } from "./read-variants.server";
import { shownProduct } from "./shown-product.server";
import { nameOfRow, shownChange } from "./preview-row";

/** One row as the preview shows it. */
export interface PlannedRow {
  row: number;
  state: RowState;
  name: string;
  problems: Problem[];
  changes: ShownChange[];
  /** The product that the file adds or changes. */
  product?: ShownProduct;
}

/** Changes by the rows of one product, as far as they are good. */
export interface Plan {
  rows: PlannedRow[];
  created?: NewGoods;
  product?: { id: string; old: FieldValues; values: FieldValues };
  /** The pictures of a product that had none. */
  pictures?: { id: string; images: string[] };
  variants: VariantEdit[];
  /** Pieces that come or go, by the variant that is there. */
  stock: { id: number; quantity: number }[];
  /** The shop did not have it, or not any more: a product comes by this. */
  isBrought: boolean;
  /** Goes on the shop by this. */
  isPublished: boolean;
  /** New variants that the file counts without naming their quantity. */
  untold: number;
}

const NOTHING = { variants: [], stock: [], isBrought: false, isPublished: false, untold: 0 };

/** The product that a file's rows are about: a stored one, or the file's name for a new one. */
export interface Subject {
  goods: StoredGoods | undefined;
  handle: string | null;
  /** An import that was taken back put it away. */
  isTakenBack: boolean;
  /** Why nobody can tell which product they are about. */
  question: Problem | undefined;
  /** Other rows of it, which stay out by now. */
  left: Line[];
}

/** Says what the rows of one product change; nothing is written, and what cannot be taken stands with its row. */
export function planProduct(
  lines: Line[],
  { goods, handle, isTakenBack, question, left }: Subject,
  context: PlanContext,
): Plan {
  if (question) lines[0]?.problems.push(question);
  const said = readProduct(lines, context, left);
  const variants = readVariants(lines, goods, context);
  if (question) return { rows: lines.map((line) => planned(line, "bad", variants, undefined)), ...NOTHING };
  noteSharedSkus(variants, context);
  const changes = new Map<Line, ShownChange[]>(lines.map((line) => [line, []]));
  const [first] = lines;
  if (!first) return { rows: [], ...NOTHING };
  if (goods) return planChange({ lines, variants, goods, changes, isTakenBack, left }, context);
  refuseSpoilt(said, lines);
  const facts = readOptions(lines, [], context.optionMeanings).facts;
  if (facts.length > 0) said.values.details = [...((said.values.details as string[] | undefined) ?? []), ...facts];

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
        line.problems.push({ field: "name", words: `mend row ${keeper.row} first: without it there is no product` });
  const rows = (state: RowState) =>
    lines.map((line) => planned(line, isGood(line) ? state : "bad", variants, said.values.name));
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

/** The product stands with the first of its rows that goes in. */
function withProduct(rows: PlannedRow[], product: ShownProduct): PlannedRow[] {
  const first = rows.find(({ state }) => state === "new");
  return rows.map((row) => (row === first ? { ...row, product } : row));
}

/**
 * A SKU may be that of several sizes and colors: the first row of it in each product tells of the others, so that no slip of a
 * spreadsheet goes unseen. One that is so in the shop already is no business of the file.
 */
function noteSharedSkus(variants: SaidOfVariant[], { skuRows }: PlanContext): void {
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

/** Fields whose problem in one row is one of the whole product. */
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

function planChange({ lines, variants, goods, changes, isTakenBack, left }: Change, context: PlanContext): Plan {
  const { product: levels, choices, edits, stock, shown, isNew } = variantChanges(variants, goods, context);
  const good = lines.filter(isGood);
  const out = [...left, ...lines.filter((line) => !isGood(line))];
  // Read again: the words of a row that is left out stay out.
  const said = readProduct(
    good.map((line) => ({ ...line, problems: [] })),
    context,
    out,
  );
  const [first] = good;
  sayWhatWordsStay(good, out, goods);
  leaveWhatStands(said, good, goods);
  const hasPictures = goods.images.length > 0 || goods.colors.some((color) => color.images.length > 0);
  const images = hasPictures ? [] : picturesOf(good, context);
  if (first && images.length > 0)
    changes.get(first)?.push({ what: "Pictures", from: "none", to: String(images.length) });
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
    return { ...planned(line, state, variants, goods.name), changes: isGood(line) ? own : [] };
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
    isBrought: isBack,
    isPublished: picked.publishedStatus === "published",
    untold: goodVariants(variants).filter((variant) => !variant.stored && isUntold(variant)).length,
  };
}

interface StatusWish {
  goods: StoredGoods;
  first: Line;
  isTakenBack: boolean;
  /** As the file says. */
  status: StoredGoods["publishedStatus"] | undefined;
  images: string[];
  wanted: FieldValues;
}

/**
 * Where a product comes to stand; nothing where it stays. What lacks something comes as a draft, and what an import that was taken
 * back put away comes again.
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

/** Where the shop shows the pictures of some rows, each once. */
const picturesOf = (lines: Line[], { picturePath }: PlanContext): string[] => [
  ...new Set(lines.flatMap((line) => picturesIn(line).flatMap((source) => picturePath(source) ?? []))),
];

/** Needs that goods would not meet on the shop with these changes. */
function missingAfter(goods: StoredGoods, values: FieldValues): PublishNeed[] {
  const living = goods.variants.filter(({ isRetired }) => !isRetired);
  const colors = goods.colors.filter(({ isRetired }) => !isRetired);
  return missingToPublish({ ...goods, ...values, colors, variants: living } as Parameters<typeof missingToPublish>[0]);
}

function planned(line: Line, state: RowState, variants: SaidOfVariant[], name: unknown): PlannedRow {
  const variant = variants.find((each) => each.line === line);
  const title = typeof name === "string" ? name : (line.says("name") ?? "");
  return { row: line.row, state, name: nameOfRow(title, variant), problems: line.problems, changes: [] };
}
