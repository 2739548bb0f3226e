import type { Change } from "~/shop/audit/acts.server";
import { categoryRecord } from "~/shop/catalog/editing/category-record.server";
import { goodsRecordNames } from "~/shop/catalog/editing/goods-labels.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import type { ChangeWords, RecordNames } from "../log/log-kind";
import { byName } from "~/platform/by-name";
import type { LoggedAct, LogKind } from "../log/log-kind";
import { counted, smallFirst } from "../count-words";
import { momentWords } from "../format-moment";
import { choiceWords } from "./choice-words";
import { controlOf } from "./field-labels";
import { kindOf, shownFrom } from "./field-values";
import { isVariantField, variantControls } from "./product-controls";
import { namedValue } from "./named-value-words";
import { isStatus, stateWords, type Status } from "./status-words";

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

const CATEGORY_FIELDS = byName<string>({
  name: "name",
  position: "place",
  putAwayAt: "standing",
  added: "standing",
  onlyFaultyReturns: "returns",
});

/** Sentence about making, putting away or bringing back one category; undefined for other acts. */
function categorySentence({ action, changes, count }: LoggedAct, names: RecordNames): string | undefined {
  const away = changes.find(({ field }) => field === "putAwayAt" || field === "added");
  if (!away || action === "undo" || (count > 1 && action !== "put-away")) return undefined;
  const name = names.get(`category ${away.record}`)?.name ?? String(away.field === "added" ? away.new : "that is gone");
  if (away.isCreation || away.field === "added") return `Category ${name} is made.`;
  if (away.new === null) return `Category ${name} is in the list again.`;
  const moved = new Set(changes.filter(({ kind }) => kind === productRecord.kind).map(({ record }) => record)).size;
  return `Category ${name} is put away${moved > 0 ? `, and ${counted(moved, "product has", "products have")} another` : ""}.`;
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
  sentence: productSentence,
  told: (changes) => (changes.length > 1 ? statusTold(changes) : ""),
  edits: {
    noun: ["product", "products"],
    named: (record, names) => names.get(`product ${record}`)?.name ?? "The product",
    field: goodsField,
    isTold: ({ kind, field }, changes) =>
      kind === productRecord.kind && field === "publishedStatus" && statusTold(changes) !== "",
  },
};

/** Words about one product after a change of its status. */
const STATUS_TOLD: Record<Status, string> = {
  published: "is on the shop",
  draft: "is a draft, and shoppers do not see it",
  archived: "is put away, and shoppers do not see it",
};

function productSentence({ action, changes, count, reason }: LoggedAct, names: RecordNames): string | undefined {
  // The stored sentence counts products, whereas `count` is the number of log rows.
  if (action === "many-goods") return reason;
  const [first] = changes;
  if (!first) return undefined;
  const name = names.get(`product ${first.record}`)?.name ?? "The product";
  if (action === "create") return `${name} is made, as a draft.`;
  if (count > 1 || first.field !== "publishedStatus" || !isStatus(String(first.new))) return undefined;
  return `${action === "undo" ? "Taken back: " : ""}${name} ${STATUS_TOLD[String(first.new) as Status]}.`;
}

/** Sentence about the status of the one product that an act changed beside other things; empty without one. */
function statusTold(changes: readonly Change[]): string {
  const [own, ...more] = changes.filter(
    ({ kind, field }) => kind === productRecord.kind && field === "publishedStatus",
  );
  if (!own || more.length > 0 || own.isCreation || !isStatus(String(own.new))) return "";
  return ` It ${STATUS_TOLD[String(own.new) as Status]}.`;
}

/** Name of a field of a product or a variant within a sentence. */
function goodsField(field: string): string {
  const label = controlOf(field)?.label ?? (isVariantField(field) ? variantControls[field].label : "a field");
  return smallFirst(label);
}

export const variantKind: LogKind = {
  record: variantRecord,
  title: "Goods: sizes and colors",
  words: goodsWords,
  names: goodsRecordNames,
  edits: {
    isPart: true,
    noun: ["variant", "variants"],
    named: (record, names) => names.get(`variant ${record}`)?.name ?? "The variant",
    field: goodsField,
  },
};

export const categoryKind: LogKind = {
  record: categoryRecord,
  title: "Categories",
  thing: "category",
  words: categoryWords,
  names: goodsRecordNames,
  sentence: categorySentence,
  edits: {
    noun: ["category", "categories"],
    named: (record, names) => `Category ${names.get(`category ${record}`)?.name ?? "that is gone"}`,
    field: (field) => CATEGORY_FIELDS[field] ?? "a field",
  },
};
