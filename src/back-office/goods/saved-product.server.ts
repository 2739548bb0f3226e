import type { Stale } from "~/shop/audit/saving";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import {
  type GoodsProduct,
  openProduct,
  productAsSeen,
  type ProductValues,
} from "~/shop/catalog/editing/open-product.server";
import { saveProduct } from "~/shop/catalog/editing/save-product.server";
import { sizeGuideChoices } from "~/shop/catalog/size-guides/size-guides.server";
import { orNotFound } from "~/shop/form";
import { soldVariants } from "~/shop/orders/sold-variants.server";
import { atFields, type FormOutcome, type SentForm } from "../forms/form-action.server";
import { type GoodsPictures, goodsPictures, type TypedWords } from "~/shop/catalog/pictures/product-pictures.server";
import { pictureWordsRecord } from "~/shop/catalog/pictures/pictures-record.server";
import type { RecordNames } from "../log/log-kind";
import { type Compared, conflictOf, theirsIn } from "../stale-record.server";
import { choiceWords } from "./choice-words";
import { isOfChoices } from "./choice-fields";
import { labelOf } from "./field-labels";
import { choiceNames, namedValue } from "./named-value-words";
import { openedVersions } from "./opened-versions.server";
import { type ProductChanges, parseProduct, seenOf } from "./parse-product";
import { wordsField } from "./pictures/pictures-address";
import { seenWords } from "./pictures/seen-words";
import { type OpenedWords, typedWords } from "./pictures/typed-words.server";
import { isStatus, type Status, statusWords } from "./status-words";
import { kindOf, shownFrom } from "./field-values";
import {
  isVariantField,
  PUBLISH,
  shownStockName,
  STOCK_REASON,
  stockName,
  type VariantField,
  variantFieldName,
} from "./product-controls";

/**
 * Saves the changes of a product's form with the alternative texts of its pictures. Publishes in the same act, so that a refused
 * save does not publish the product.
 */
export async function savedProduct(sent: SentForm, id: string): Promise<FormOutcome> {
  const { services, member, submission, typed } = sent;
  const seen = openedVersions(typed);
  const shown = orNotFound(await productAsSeen(services, member, id, seen));
  const changes = changesIn(withoutTheirs(typed), shown, seen.words);
  if (Object.keys(changes.errors).length > 0) return { errors: changes.errors };
  const { product, variants, stock, words } = changes;
  const form = { submission, seen, product, variants, stock, words, reason: typed[STOCK_REASON] ?? "" };
  // Asks for confirmation before removing a variant that was bought or still has stock.
  const asksAbout =
    typed.sure === "yes" ? undefined : (going: GoodsProduct["variants"]) => soldVariants(services.db, going);
  const saved = await atFields(saveProduct(services, member, shown, form, asksAbout), (field) =>
    nameInForm(field, changes),
  );
  if ("going" in saved) return { asks: saved.going };
  if (saved.saved) return { to: `/goods/${id}`, act: saved.act };
  return conflict(sent, { shown, changes }, saved);
}

interface Changes extends ProductChanges {
  words: TypedWords[];
}

/** Parses the changes in a form, of the product, its pictures' alternative texts, and its status. */
function changesIn(typed: Record<string, string>, shown: GoodsProduct, opened: OpenedWords): Changes {
  const changes = parseProduct(typed, shown);
  const { words, errors } = typedWords(typed, opened);
  const isPublished = typed[PUBLISH] === "yes";
  return {
    ...changes,
    // Publishing deletes planned changes of the status.
    product: {
      ...changes.product,
      ...(isPublished && { publishedStatus: "published", publishAt: null, putAwayAt: null }),
    },
    words,
    changed: [...changes.changed, ...words.map(({ path }) => wordsField(path)), ...(isPublished ? [PUBLISH] : [])],
    errors: { ...changes.errors, ...errors },
  };
}

/** Typed values without the fields for which the member chose the other member's value. */
function withoutTheirs(typed: Record<string, string>): Record<string, string> {
  const theirs = theirsIn(typed);
  return Object.fromEntries(
    Object.entries(typed).filter(([name]) => !theirs.has(isOfChoices(name) ? "choices" : name)),
  );
}

/** Name of the form field for a field in a refusal of the shop's rooms. */
function nameInForm(field: string, { variants }: ProductChanges): string {
  if (field === "choices") return "sizes";
  if (field === "category") return "categoryId";
  if (field === "picture") return "pictures";
  if (field === "reason") return STOCK_REASON;
  const [, variantOfLevel] = /^stock:(\d+)$/.exec(field) ?? [];
  if (variantOfLevel !== undefined) return stockName(Number(variantOfLevel));
  const variantId = isVariantField(field)
    ? Object.entries(variants).find(([, values]) => field in values)?.[0]
    : undefined;
  return variantId === undefined ? field : variantFieldName(Number(variantId), field as VariantField);
}

interface Refused {
  shown: GoodsProduct;
  changes: Changes;
}

/**
 * Answer to a save that conflicts with another member's: the fields changed by both or by one, and the form for the next attempt.
 */
async function conflict({ services, member, typed }: SentForm, { shown, changes }: Refused, stale: Stale) {
  const current = (await openProduct(services, member, shown.id)) ?? shown;
  const [categories, sizeGuides, pictures] = await Promise.all([
    categoryChoices(services, member),
    sizeGuideChoices(services, member, current.values.sizeGuideId),
    goodsPictures(services, member, shown.id),
  ]);
  const known = choiceNames({ categories, sizeGuides });
  const named: Labelled = { ...current, pictures };
  const compared = [
    ...bothChanged(stale, named, known),
    ...freshChanges(changes, { ...shown, pictures }, known).filter(({ name }) => !namesOf(stale).has(name)),
  ];
  const mine = Object.fromEntries(Object.entries(typed).filter(([name]) => isMine(name, changes)));
  const versions = JSON.stringify({ ...seenOf(current), words: seenWords(pictures?.lists ?? []) });
  return { conflict: await conflictOf(services, stale, compared), opened: { ...mine, versions } };
}

/** Whether the member of this form changed a field, or the stock level to which a hidden field or the reason belongs. */
const isMine = (name: string, { changed, stock }: ProductChanges): boolean =>
  changed.includes(name) ||
  (name === STOCK_REASON && stock.length > 0) ||
  stock.some(({ id }) => name === shownStockName(id));

/** A product with the pictures that are needed to label its fields. */
type Labelled = GoodsProduct & { pictures: GoodsPictures | undefined };

function nameOf(record: Stale["stale"][number], field: string): string {
  if (record.kind === pictureWordsRecord.kind) return wordsField(record.id);
  if (record.kind === "variant") return variantFieldName(Number(record.id), field as VariantField);
  return field === "publishedStatus" ? PUBLISH : field;
}

/** Whether a field is a planned time of the status, which is chosen together with the status. */
const isPlan = (field: string): boolean => field === "publishAt" || field === "putAwayAt";

const namesOf = ({ stale }: Stale): Set<string> =>
  new Set(stale.flatMap((record) => record.fields.map(({ field }) => nameOf(record, field))));

/** Changed fields of the records that another member saved after the form was opened. */
const bothChanged = ({ stale }: Stale, current: Labelled, known: RecordNames): Compared[] =>
  stale.flatMap((record) =>
    record.fields
      .filter(({ field }) => !isPlan(field) && (field !== "cost" || "cost" in current.values))
      .map(({ field, base, mine, theirs, clash, by }) => ({
        ...named(nameOf(record, field), field, current),
        base: shownValue(field, by === null ? theirs : base, known),
        mine: shownValue(field, mine, known),
        theirs: shownValue(field, theirs, known),
        by: clash ? ("both" as const) : by === null ? ("me" as const) : ("them" as const),
      })),
  );

const named = (name: string, field: string, product: Labelled) => ({
  name,
  label: field === "choices" ? "Sizes and colors" : labelOf(name, product),
});

/** Changes of this form to records that no other member saved meanwhile. */
function freshChanges({ product, variants, words }: Changes, shown: Labelled, known: RecordNames): Compared[] {
  const own = (name: string, field: string, base: unknown, mine: unknown): Compared => ({
    ...named(name, field, shown),
    base: shownValue(field, base, known),
    mine: shownValue(field, mine, known),
    theirs: shownValue(field, base, known),
    by: "me",
  });
  const ofVariant = (id: string) => shown.variants.find((each) => String(each.id) === id);
  return [
    ...Object.entries(product)
      .filter(([field]) => !isPlan(field))
      .map(([field, value]) =>
        own(field === "publishedStatus" ? PUBLISH : field, field, shown.values[field as keyof ProductValues], value),
      ),
    ...words.map(({ path, alt }) =>
      own(wordsField(path), "alt", seenWords(shown.pictures?.lists ?? [])[path]?.alt, alt),
    ),
    ...Object.entries(variants).flatMap(([id, values]) =>
      Object.entries(values).map(([field, value]) =>
        own(variantFieldName(Number(id), field as VariantField), field, ofVariant(id)?.[field as VariantField], value),
      ),
    ),
  ];
}

function shownValue(field: string, value: unknown, known: RecordNames): string {
  const named = namedValue(field, value, known);
  if (named !== undefined) return named;
  if (field === "choices") return choiceWords(value as ProductValues["choices"] | null);
  if (field === "publishedStatus") return isStatus(String(value)) ? statusWords[String(value) as Status].name : "";
  return shownFrom(kindOf(field), value ?? null);
}
