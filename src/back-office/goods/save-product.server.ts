import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { type Edit, save } from "~/shop/audit/save.server";
import type { Stale } from "~/shop/audit/saving";
import {
  type GoodsProduct,
  openProduct,
  productAsSeen,
  type ProductValues,
  type Seen,
} from "~/shop/catalog/editing/open-product.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { sizeGuideChoices } from "~/shop/catalog/size-guides/size-guides.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { requireRight } from "~/shop/members/rights.server";
import { type SoldPairs, soldPairs } from "~/shop/orders/sold-pairs.server";
import { Refusal } from "~/shop/refusal";
import { sentenceTime } from "~/shop/shop-time";
import type { RecordNames } from "../log/change-text";
import type { Contested, Settled } from "../ui/conflict";
import {
  pairFieldName,
  type PairField,
  pairFields,
  productFields,
  shownFrom,
  shownStockName,
  STOCK_REASON,
} from "./product-fields";
import { choiceWords } from "./choice-texts";
import { isOfChoices } from "./choice-fields";
import { choiceNames, namedValue } from "./named-value-texts";
import { stockEdits } from "./stock-edits.server";
import { labelOf } from "./field-labels";
import { type ProductChanges, parseProduct, seenOf } from "./parse-product";

/** What came of a product's form. */
export type ProductResult =
  | { kind: "saved"; act: string }
  | { kind: "same" }
  | { kind: "wrong"; errors: { id: string; label: string; error: string }[] }
  /** Pairs would go that were sold, or of which pieces are left: that is asked first. */
  | { kind: "sure"; going: SoldPairs[]; submission: string; seen: Seen; typed: Record<string, string> }
  | {
      kind: "stale";
      who: string;
      at: string;
      contested: Contested[];
      settled: Settled[];
      /** The form opened anew over what stands now, with what this member changed. */
      submission: string;
      seen: Seen;
      typed: Record<string, string>;
    };

interface Sent {
  typed: Record<string, string>;
  submission: string;
  seen: Seen;
}

/**
 * Saves what a product's form says differently from how it was shown; nothing where there is no such product.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function saveProduct(
  services: Services,
  member: Member,
  id: string,
  sent: Sent,
  now: Date,
): Promise<ProductResult | undefined> {
  const shown = await productAsSeen(services, member, id, sent.seen);
  if (!shown) return undefined;
  const changes = parseProduct(withoutTheirs(sent.typed), shown);
  const named = (errors: Record<string, string>): ProductResult => ({
    kind: "wrong",
    errors: Object.entries(errors).map(([name, error]) => ({ id: name, label: labelOf(name, shown), error })),
  });
  if (Object.keys(changes.errors).length > 0) return named(changes.errors);
  const stock = await stockEdits(services, {
    stock: changes.stock,
    levels: new Map(shown.pairs.map((pair) => [pair.id, pair.stock])),
    reason: (sent.typed[STOCK_REASON] ?? "").trim(),
  });
  if (stock.errors) return named(stock.errors);
  const edits = [...editsOf(id, changes, sent.seen, shown), ...stock.edits];
  if (edits.length === 0) return { kind: "same" };
  const mine = Object.fromEntries(Object.entries(sent.typed).filter(([name]) => isMine(name, changes)));
  const going = sent.typed.sure === "yes" ? [] : await goingPairs(services, member, shown, changes);
  if (going.length > 0) return { kind: "sure", going, submission: sent.submission, seen: sent.seen, typed: mine };
  try {
    const result = await save(services, member, { submission: sent.submission, reason: stock.reason, edits });
    if (result.saved) return { kind: "saved", act: result.act };
    return await staleResult(services, member, { id, shown, mine, changes }, result.stale, now);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return named(inForm(error.fields, changes));
  }
}

/** Whether a field says something of this member's own: it was changed, or belongs to a level that was. */
const isMine = (name: string, { changed, stock }: ProductChanges): boolean =>
  changed.includes(name) ||
  (name === STOCK_REASON && stock.length > 0) ||
  stock.some(({ id }) => name === shownStockName(id));

/** What was typed, but for the fields of which the other member's text is to be taken. */
function withoutTheirs(typed: Record<string, string>): Record<string, string> {
  const isTheirs = (name: string) => typed[`take:${isOfChoices(name) ? "choices" : name}`] === "theirs";
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !isTheirs(name)));
}

function editsOf(id: string, { product, pairs }: ProductChanges, seen: Seen, shown: GoodsProduct): Edit[] {
  return [
    ...(Object.keys(product).length > 0 ? [{ kind: productRecord, id, version: seen.product, values: product }] : []),
    ...Object.entries(pairs).map(([pair, values]) => ({
      kind: variantRecord,
      id: pair,
      version: seen.pairs[pair] ?? shown.pairs.find((each) => String(each.id) === pair)?.version ?? 0,
      values,
    })),
  ];
}

/** Words of a refusal, which name the record's fields, at the fields of the form. */
function inForm(fields: Record<string, string>, { pairs }: ProductChanges): Record<string, string> {
  const entries = Object.entries(fields).map(([field, words]): [string, string] => {
    if (field === "choices") return ["sizes", words];
    if (field === "category") return ["categoryId", words];
    if (field === "picture") return ["pictures", words];
    const pair = field in pairFields ? Object.entries(pairs).find(([, values]) => field in values)?.[0] : undefined;
    return [pair === undefined ? field : pairFieldName(Number(pair), field as PairField), words];
  });
  return Object.fromEntries(entries);
}

/** The pairs that the form takes off the shop and that somebody bought, or that still lie there. */
async function goingPairs(
  services: Services,
  member: Member,
  shown: GoodsProduct,
  { product }: ProductChanges,
): Promise<SoldPairs[]> {
  const choices = product.choices as ProductValues["choices"] | undefined;
  if (!choices) return [];
  const stays = new Set(choices.pairs.map(({ size, color }) => `${size}\n${color}`));
  const going = shown.pairs.filter(({ size, color }) => !stays.has(`${size}\n${color}`));
  if (going.length === 0) return [];
  await requireRight(services, member, "goods.change");
  return soldPairs(services.db, going);
}

interface Refused {
  id: string;
  shown: GoodsProduct;
  mine: Record<string, string>;
  changes: ProductChanges;
}

/** The refused save in words: what both changed, what only one did, and the form for the next try. */
async function staleResult(
  services: Services,
  member: Member,
  { id, shown, mine, changes }: Refused,
  stale: Stale["stale"],
  now: Date,
): Promise<ProductResult> {
  const current = (await openProduct(services, member, id)) ?? shown;
  const [names, categories, sizeGuides] = await Promise.all([
    memberNames(services.db),
    categoryChoices(services, member),
    sizeGuideChoices(services, member, current.values.sizeGuideId),
  ]);
  const known = choiceNames({ categories, sizeGuides });
  const fields = stale.flatMap((record) => record.fields.map((each) => ({ ...each, record })));
  const last = fields.filter(({ by }) => by !== null).at(-1);
  const contested: Contested[] = [];
  const settled: Settled[] = [];
  const staleNames = new Set<string>();
  for (const { field, base, mine: own, theirs, clash, by, record } of fields) {
    if (field === "cost" && !("cost" in current.values)) continue;
    const name = record.kind === "variant" ? pairFieldName(Number(record.id), field as PairField) : field;
    staleNames.add(name);
    const label = field === "choices" ? "Sizes and colors" : labelOf(name, current);
    const words = (value: unknown) => shownValue(field, value, known);
    if (clash) contested.push({ name, label, mine: words(own), theirs: words(theirs) });
    else if (by === null) settled.push({ label, by: "me", from: words(theirs), to: words(own) });
    else settled.push({ label, by: "them", from: words(base), to: words(theirs) });
  }
  settled.push(...freshChanges(changes, shown, { others: staleNames, known }));
  return {
    kind: "stale",
    who: (last?.by && names.get(last.by)) || "Somebody",
    at: last?.at ? sentenceTime(new Date(last.at), now, services.settings().timeZone) : "",
    contested,
    settled,
    submission: randomUUID(),
    seen: seenOf(current),
    typed: mine,
  };
}

/** What this member changed in records that nobody else touched. */
function freshChanges(
  { product, pairs }: ProductChanges,
  shown: GoodsProduct,
  { others, known }: { others: Set<string>; known: RecordNames },
): Settled[] {
  const own = Object.entries(product).map(([field, value]) => ({
    name: field,
    label: field === "choices" ? "Sizes and colors" : labelOf(field, shown),
    from: shownValue(field, shown.values[field as keyof ProductValues], known),
    to: shownValue(field, value, known),
  }));
  const ofPairs = Object.entries(pairs).flatMap(([id, values]) =>
    Object.entries(values).map(([field, value]) => {
      const name = pairFieldName(Number(id), field as PairField);
      const pair = shown.pairs.find((each) => String(each.id) === id);
      return {
        name,
        label: labelOf(name, shown),
        from: shownValue(field, pair?.[field as PairField], known),
        to: shownValue(field, value, known),
      };
    }),
  );
  return [...own, ...ofPairs].flatMap(({ name, ...change }) =>
    others.has(name) ? [] : [{ ...change, by: "me" as const }],
  );
}

function shownValue(field: string, value: unknown, known: RecordNames): string {
  const named = namedValue(field, value, known);
  if (named !== undefined) return named;
  if (field === "choices") return choiceWords(value as ProductValues["choices"] | null);
  const own = productFields.find(({ name }) => name === field);
  return shownFrom(own?.kind ?? pairFields[field as PairField]?.kind ?? "line", value ?? null);
}
