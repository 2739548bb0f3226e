import { isSame } from "~/shop/audit/record-kind.server";
import type { FieldValues } from "~/shop/audit/saving";
import { type Choices, isSwatch } from "~/shop/catalog/editing/colors-and-variants";
import { guessSwatch } from "~/shop/catalog/editing/guess-swatch";
import type { StoredGoods, StoredVariant } from "~/shop/catalog/editing/stored-goods.server";
import { NO_CHOICE } from "~/shop/catalog/product";
import { editedNames, emptyValues, variantFields } from "~/shop/catalog/product-fields";
import type { ShownChange } from "./import";
import { firstLevel, isCounted, type StockReading } from "./first-level";
import { isGood, type Line } from "./mapped-row";
import { type LevelName, ownNames } from "./own-values.server";
import { levelChanges } from "./price-levels";
import { goodVariants, type SaidOfVariant } from "./read-variants.server";
import { NOT_COUNTED, shownChange } from "./preview-row";

/** Changed fields of a variant; a new variant has no id. */
export interface VariantEdit {
  id: number | undefined;
  size: string;
  color: string;
  old: FieldValues;
  values: FieldValues;
  /** Initial stock of a new variant; null if not counted. */
  stock: number | null;
}

interface VariantChanges {
  /** Values set at the product because all its variants share them. */
  product: FieldValues;
  choices: { before: Choices; now: Choices } | undefined;
  edits: VariantEdit[];
  stock: { id: number; quantity: number }[];
  shown: Map<Line, ShownChange[]>;
  /** Rows that add a size or color. */
  isNew: Set<Line>;
}

interface Wanted {
  variant: StoredVariant;
  said: SaidOfVariant | undefined;
}

/** Changes that the good rows of a product make to its variants. Variants that no row names remain unchanged. */
export function variantChanges(variants: SaidOfVariant[], goods: StoredGoods, reading: StockReading): VariantChanges {
  for (const said of variants) refuseDearSale(said, goods);
  const good = goodVariants(variants);
  const shown = new Map<Line, ShownChange[]>();
  const say = (line: Line, ...changes: ShownChange[]) => shown.set(line, [...(shown.get(line) ?? []), ...changes]);
  const added = good.filter(({ stored }) => !stored || stored.isRetired);
  const wanted = wantedVariants(goods, good);
  const { product, own } = amounts(wanted, goods, say);
  for (const { variant, said } of wanted)
    for (const field of ownNames) {
      const value = said?.[field];
      if (!said || value === undefined || isSame(value, variant[field])) continue;
      own(variant)[field] = value;
      say(said.line, shownChange(field, variant[field], value));
    }
  for (const { line } of added) if (!shown.has(line)) say(line, { what: "Size and color", from: "none", to: "new" });
  for (const said of added)
    if (!said.stored && isCounted(said) !== undefined)
      say(said.line, shownChange("stock", null, addedLevel(said, reading) ?? NOT_COUNTED));

  const moved = reading.takesStock ? wanted.flatMap(({ variant, said }) => movedStock(variant, said)) : [];
  for (const { said, level, quantity } of moved)
    say(said.line, { ...shownChange("stock", level, level + quantity), what: `Stock, ${signed(quantity)}` });
  return {
    product,
    choices: choiceChanges(goods, good, added),
    edits: wanted.flatMap(({ variant, said }) => editOf(variant, said, own(variant), reading)),
    stock: moved.map(({ id, quantity }) => ({ id, quantity })),
    shown,
    isNew: new Set(added.map(({ line }) => line)),
  };
}

const signed = (quantity: number): string => (quantity > 0 ? `+${quantity}` : `${quantity}`);

/** Adds a problem if a file has a sale price without a price, and the sale price is above the stored price. */
function refuseDearSale({ line, price, salePrice, stored }: SaidOfVariant, goods: StoredGoods): void {
  const stands = stored?.price ?? goods.price;
  if (price !== undefined || salePrice == null || stands === null || salePrice <= stands) return;
  line.problems.push({ field: "salePrice", words: `is above the price, ${(stands / 100).toFixed(2)}` });
}

const EMPTY = { ...emptyValues(variantFields, editedNames(variantFields)), image: null, stock: null };

/** Variants on sale after the import; new ones have negative ids. */
function wantedVariants(goods: StoredGoods, good: SaidOfVariant[]): Wanted[] {
  const living = goods.variants
    .filter((variant) => !variant.isRetired || good.some(({ stored }) => stored === variant))
    .map((variant) => ({ variant, said: good.find(({ stored }) => stored === variant) }));
  const made = good
    .filter(({ stored }) => !stored)
    .map((said, place) => ({
      variant: { ...EMPTY, id: -1 - place, size: said.size, color: said.color, isRetired: false },
      said,
    }));
  return [...living, ...made];
}

/** Value of a variant without the amount of its product. */
const NO_AMOUNT = { price: null, salePrice: 0, cost: null } satisfies Record<LevelName, 0 | null>;

/** Prices, sale prices and costs, set at the product if all variants share them, otherwise at the variants. */
function amounts(wanted: Wanted[], goods: StoredGoods, say: (line: Line, ...changes: ShownChange[]) => void) {
  const product: FieldValues = {};
  const byVariant = new Map<StoredVariant, FieldValues>();
  const own = (variant: StoredVariant): FieldValues => {
    const values = byVariant.get(variant) ?? {};
    byVariant.set(variant, values);
    return values;
  };
  for (const [field, none] of Object.entries(NO_AMOUNT) as [LevelName, 0 | null][]) {
    const targets = wanted.map(({ variant, said }) => ({ id: variant.id, own: variant[field], target: said?.[field] }));
    const changes = levelChanges({ product: goods[field], variants: targets }, none);
    if (changes.product !== undefined) product[field] = changes.product;
    for (const { variant, said } of wanted) {
      const value = changes.variants.get(variant.id);
      if (value !== undefined) own(variant)[field] = value;
      const stood = variant[field] ?? goods[field];
      const before = field === "salePrice" && stood === 0 ? null : stood;
      const target = said?.[field];
      if (said && target !== undefined && target !== before) say(said.line, shownChange(field, before, target));
    }
  }
  return { product, own };
}

/**
 * Difference by which a file changes stored stock: its number minus the number at the time of the export, or minus the present
 * stock.
 */
function movedStock(variant: StoredVariant, said: SaidOfVariant | undefined) {
  if (!said?.stored || said.stock === undefined || variant.stock === null) return [];
  const quantity = said.stock - (said.exportedStock ?? variant.stock);
  if (quantity === 0) return [];
  if (variant.stock + quantity < 0) {
    const words = `${variant.stock} are left, so ${-quantity} cannot be taken away`;
    said.line.problems.push({ field: "stock", words, isNote: true });
    return [];
  }
  return [{ said, id: variant.id, level: variant.stock, quantity }];
}

function editOf(
  variant: StoredVariant,
  said: SaidOfVariant | undefined,
  values: FieldValues,
  reading: StockReading,
): VariantEdit[] {
  const isMade = variant.id < 0;
  if (!isMade && Object.keys(values).length === 0) return [];
  const { id, size, color } = variant;
  const old = Object.fromEntries(Object.keys(values).map((field) => [field, variant[field as keyof StoredVariant]]));
  const stock = isMade && said ? addedLevel(said, reading) : 0;
  return [{ id: isMade ? undefined : id, size, color, old, values, stock }];
}

/** Initial stock of a variant that is added to a product; limited unless the file says otherwise. */
const addedLevel = (said: SaidOfVariant, reading: StockReading): number | null =>
  isCounted(said) === undefined ? (reading.takesStock ? (said.stock ?? 0) : 0) : firstLevel(said, reading);

function choiceChanges(goods: StoredGoods, good: SaidOfVariant[], added: SaidOfVariant[]): VariantChanges["choices"] {
  const living = goods.variants.filter(({ isRetired }) => !isRetired);
  const listed = goods.colors.filter(({ isRetired }) => !isRetired).map(({ name, swatch }) => ({ name, swatch }));
  const others = new Set(living.map(({ color }) => color).filter((name) => name !== NO_CHOICE));
  for (const { name } of listed) others.delete(name);
  const before = {
    colors: [...listed, ...[...others].map((name) => ({ name, swatch: null }))],
    pairs: living.map(({ size, color }) => ({ size, color })),
  };
  // Names of colors that CSS does not define get no swatch.
  const swatchOf = (name: string) =>
    good.find(({ color, swatch, line }) => color === name && swatch && isSwatch(swatch) && isGood(line))?.swatch;
  const fresh = new Set(added.map(({ color }) => color).filter((name) => name !== NO_CHOICE));
  for (const { name } of before.colors) fresh.delete(name);
  const colors = [
    ...before.colors.map(({ name, swatch }) => ({ name, swatch: swatchOf(name) ?? swatch })),
    ...[...fresh].map((name) => ({ name, swatch: swatchOf(name) ?? guessSwatch(name) })),
  ];
  const now = { colors, pairs: [...before.pairs, ...added.map(({ size, color }) => ({ size, color }))] };
  const isChanged = added.length > 0 || colors.some(({ swatch }, place) => swatch !== before.colors[place]?.swatch);
  return isChanged ? { before, now } : undefined;
}
