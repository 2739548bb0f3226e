import type { Change } from "~/shop/audit/acts.server";
import { categoryRecord } from "~/shop/catalog/editing/category-record.server";
import { goodsRecordNames } from "~/shop/catalog/editing/goods-labels.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import type { ChangeWords, RecordNames } from "../log/log-kind";
import type { LogKind } from "../log/log-kind";
import { counted } from "../count-texts";
import { momentWords } from "../format-moment";
import { choiceWords } from "./choice-texts";
import { controlOf } from "./field-labels";
import { kindOf, shownFrom } from "./field-values";
import { isVariantField, variantControls } from "./product-controls";
import { namedValue } from "./named-value-texts";
import { isStatus, stateWords } from "./status-texts";

/** Texts of a changed field of a product or a variant in the log. */
function goodsWords({ kind, record, field, old, new: now }: Change, names: RecordNames, zone: string): ChangeWords {
  const known = names.get(`${kind} ${record}`);
  const label = controlOf(field)?.label ?? (isVariantField(field) ? variantControls[field].label : "Changed");
  return {
    what: known?.name ? `${known.name}: ${label.toLowerCase()}` : label,
    from: valueWords(field, old, names, zone),
    to: valueWords(field, now, names, zone),
    ...(known?.productId && { way: `/goods/${known.productId}` }),
  };
}

function categoryWords({ record, field, old, new: now }: Change, names: RecordNames): ChangeWords {
  const name = names.get(`category ${record}`)?.name ?? "a category that is gone";
  const way = "/goods/categories";
  if (field === "added") return { what: "A new category", from: "Not there", to: String(now), way };
  if (field === "putAwayAt") return { what: `Category ${name}`, from: shownOrAway(old), to: shownOrAway(now), way };
  if (field === "onlyFaultyReturns")
    return { what: `Returns of ${name}`, from: returnsWords(old), to: returnsWords(now), way };
  if (field === "position") return { what: `Place of ${name}`, from: String(old), to: String(now), way };
  return { what: `Name of category ${name}`, from: String(old), to: String(now), way };
}

const returnsWords = (isOnlyFaulty: unknown): string => (isOnlyFaulty ? "Only when faulty" : "All may come back");
const shownOrAway = (putAwayAt: unknown): string => (putAwayAt === null ? "In the list" : "Put away");

function valueWords(field: string, value: unknown, names: RecordNames, zone: string): string {
  if (value === null || value === undefined || value === "") return "Empty";
  const named = namedValue(field, value, names);
  if (named !== undefined) return named;
  if (field === "choices") return choiceWords(value as Parameters<typeof choiceWords>[0]);
  if (field === "publishedStatus") return isStatus(String(value)) ? stateWords[String(value) as "draft"] : "";
  if (field === "sizeChart") return (value as unknown[]).length > 0 ? "A chart of its own" : "None";
  if (field === "publishAt" || field === "putAwayAt") return momentWords(new Date(String(value)), zone);
  if (field === "type") return value === "top" ? "Top" : "Bottom";
  if (field === "styleWithProducts") return counted((value as unknown[]).length, "product");
  if (field === "styleWith") return value ? "yes" : "no";
  const text = shownFrom(kindOf(field), value);
  return text.length > 160 ? `${text.slice(0, 160)} …` : text || "Empty";
}

export const productKind: LogKind = {
  record: productRecord,
  title: "Goods",
  thing: "product",
  words: goodsWords,
  names: goodsRecordNames,
  sentence({ action, changes: [first], reason }, names) {
    // The stored sentence counts products, whereas `count` is the number of log rows.
    if (action === "many-goods") return reason;
    if (action !== "create" || !first) return undefined;
    return `${names.get(`product ${first.record}`)?.name ?? "The product"} is made, as a draft.`;
  },
};

export const variantKind: LogKind = {
  record: variantRecord,
  title: "Goods: sizes and colors",
  words: goodsWords,
  names: goodsRecordNames,
};

export const categoryKind: LogKind = {
  record: categoryRecord,
  title: "Categories",
  thing: "category",
  words: categoryWords,
  names: goodsRecordNames,
};
