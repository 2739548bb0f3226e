import type { GoodsProduct, Seen } from "~/shop/catalog/editing/open-product.server";
import { isSaleAbovePrice, saleAboveWords } from "~/shop/catalog/pricing/pricing";
import { productFields, variantFields } from "~/shop/catalog/product-fields";
import { MOST_PIECES } from "~/shop/catalog/stock/delivery";
import { differ } from "../ui/differ";
import { formatField, parseField } from "./field-values";
import {
  formFields,
  shownStockName,
  stockName,
  type VariantField,
  variantFieldName,
  variantFieldNames,
} from "./product-controls";
import { isOfChoices } from "./choice-fields";
import { formatChoices, parseChoices } from "./parse-choices";

type Values = Record<string, unknown>;

/** Changed values in a product's form, of the product and of its variants. */
export interface ProductChanges {
  product: Values;
  variants: Record<string, Values>;
  /** Shown and typed levels, by variant id. */
  stock: { id: number; shown: number; wanted: number }[];
  /** Form fields that differ from the stored values. */
  changed: string[];
  /** Errors by field name. */
  errors: Record<string, string>;
}

/** Values of a product's fields, by name. */
export function formatProduct({ values, variants }: Pick<GoodsProduct, "values" | "variants">): Record<string, string> {
  return {
    ...Object.fromEntries(
      formFields.flatMap((name) =>
        name in values ? [[name, formatField(productFields[name].kind, shownValue(name, values))]] : [],
      ),
    ),
    ...formatChoices(values.choices),
    ...Object.fromEntries(
      variants.flatMap(({ id, stock }) => (stock === null ? [] : [[stockName(id), String(stock)]])),
    ),
    ...Object.fromEntries(
      variants.flatMap((variant) =>
        variantFieldNames.flatMap((name) =>
          name in variant
            ? [
                [
                  variantFieldName(variant.id, name),
                  formatField(variantFields[name].kind, shownOf(name, variant, values)),
                ],
              ]
            : [],
        ),
      ),
    ),
  };
}

/** Value of a variant's field as shown. A sale price of 0 means no part in the product's sale; without a sale it is null. */
const shownOf = (
  name: VariantField,
  variant: GoodsProduct["variants"][number],
  { salePrice }: GoodsProduct["values"],
): unknown => (name === "salePrice" && variant.salePrice === 0 && !salePrice ? null : variant[name]);

/** Value of a product's field as shown: empty for a sale price of 0, which means no sale. */
const shownValue = (name: keyof GoodsProduct["values"], values: GoodsProduct["values"]): unknown =>
  name === "salePrice" && values.salePrice === 0 ? null : values[name];

/** Parses a product's form: values that differ from the shown ones are changes; missing fields are not. */
export function parseProduct(typed: Record<string, string>, shown: GoodsProduct): ProductChanges {
  const base = formatProduct(shown);
  const isChanged = (name: string) => typed[name] !== undefined && differ(typed[name], base[name]);
  const result: ProductChanges = { product: {}, variants: {}, stock: [], changed: [], errors: {} };
  const take = (name: string, values: Values, field: string, read: ReturnType<typeof parseField>) => {
    result.changed.push(name);
    if ("error" in read) result.errors[name] = read.error;
    else values[field] = read.value;
  };
  for (const name of formFields)
    if (isChanged(name)) take(name, result.product, name, parseField(productFields[name].kind, typed[name] ?? ""));
  for (const { id } of shown.variants)
    for (const name of variantFieldNames) {
      const key = variantFieldName(id, name);
      if (isChanged(key))
        take(key, (result.variants[id] ??= {}), name, parseField(variantFields[name].kind, typed[key] ?? ""));
    }
  nameSaleAbove(shown, result);
  for (const { id } of shown.variants) readStock(typed, id, result);
  readChangedChoices(typed, shown, result);
  return result;
}

/** Parses a stock level and records it if it differs from the shown level, so that sales meanwhile do not count as a change. */
function readStock(typed: Record<string, string>, id: number, { stock, changed, errors }: ProductChanges): void {
  const name = stockName(id);
  const [wanted, shown] = [typed[name]?.trim(), typed[shownStockName(id)]];
  if (wanted === undefined || shown === undefined || !/^\d{1,9}$/.test(shown) || wanted === shown) return;
  changed.push(name);
  if (!/^\d{1,6}$/.test(wanted) || Number(wanted) > MOST_PIECES)
    errors[name] = `Write how many pieces can be sold, from 0 to ${MOST_PIECES.toLocaleString("en-US")}.`;
  else stock.push({ id, shown: Number(shown), wanted: Number(wanted) });
}

/** Reports a sale price above the price at the field that causes it, of the variant or of the product. */
function nameSaleAbove(
  { values, variants }: GoodsProduct,
  { product, variants: changes, errors }: ProductChanges,
): void {
  const changed = (of: Values) => (["salePrice", "price"] as const).find((field) => field in of);
  const after = { ...values, ...(product as Partial<typeof values>) };
  const ofProduct = changed(product);
  for (const variant of variants) {
    const own = (changes[variant.id] ?? {}) as Partial<typeof variant>;
    const ofVariant = changed(own);
    const field = ofVariant ? variantFieldName(variant.id, ofVariant) : ofProduct;
    if (field !== undefined && isSaleAbovePrice(after, { ...variant, ...own })) errors[field] ??= saleAboveWords;
  }
}

function readChangedChoices(typed: Record<string, string>, { values }: GoodsProduct, result: ProductChanges): void {
  const stands = formatChoices(values.choices);
  const names = Object.keys({ ...stands, ...typed }).filter(isOfChoices);
  const changed = names.filter((name) => typed[name] !== undefined && differ(typed[name], stands[name]));
  if (changed.length === 0) return;
  result.changed.push(...changed);
  const choices = parseChoices(typed, values.choices);
  if ("error" in choices) result.errors[choices.field] = choices.error;
  else result.product.choices = choices.value;
}

/** Versions of the records that a product's form changes. */
export const seenOf = ({ version, variants }: Pick<GoodsProduct, "version" | "variants">): Seen => ({
  product: version,
  variants: Object.fromEntries(variants.map((variant) => [variant.id, variant.version])),
});
