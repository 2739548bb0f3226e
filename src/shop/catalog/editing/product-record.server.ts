import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { countryCalled, isCountry } from "~/shop/countries";
import { cents } from "~/shop/money";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { TAX_KINDS } from "../kinds-for-tax";
import { products } from "../catalog.tables";
import type { EditedProductField, FieldKind, productFields } from "../product-fields";
import { MOST_PRICE } from "../pricing/pricing";
import { Details, SizeChart, StyleWith } from "../product-lists";
import { Choices } from "./colors-and-variants";
import { choicesOf, writeChoices } from "./colors-and-variants.server";
import { lockEdited, lockGoods } from "./lock-goods.server";
import { manyProducts } from "./goods-in-bulk.server";
import { refuseGiftCardFields } from "./refuse-gift-card.server";
import { requireOffered } from "./require-offered.server";
import { requireOwnFields, requireStillComplete } from "./publish-check.server";

/** Schema of a price of a product or variant: cents, or null. */
export const Amount = z
  .int("Write dollars, cents after a point: 259.00.")
  .min(0, "Write an amount of 0 or more.")
  .max(MOST_PRICE, "Write at most 99,999.99.")
  .transform(cents)
  .nullable();

export const Sku = PlainLine(64);

const wordsOf = (most: number) => ({ schema: PlainLines(most), right: "goods.words" }) as const;
const yes = { schema: z.boolean() };
const moment = { schema: z.iso.datetime().nullable() };
const whole = (most: number) => ({
  schema: z
    .int("Write a whole number.")
    .min(0, "Write a whole number of 0 or more.")
    .max(most, `Write at most ${most}.`)
    .nullable(),
});

/** Schema of the name of a country, however it is written; empty if it is unknown. */
const Country = PlainLine(100)
  .overwrite((typed) => countryCalled(typed) ?? typed)
  .refine(
    (name) => name === "" || isCountry(name),
    "Write the name of a country, such as Portugal, or its two letters.",
  );

type RecordField = RecordKind["fields"][string];
/** Rights for fields by their kind: an editor writes every text, and sees and changes no amount. */
interface RightsOfKind {
  text: "goods.words";
  lines: "goods.words";
  amount: "goods.prices" | "goods.cost";
}
/** A field of a record, with the right that its kind needs. */
export type FieldOfKind<Kind extends FieldKind> = RecordField &
  (Kind extends keyof RightsOfKind ? { right: RightsOfKind[Kind] } : unknown);

/** Maximum lengths of the texts for search results, in characters. */
export const searchLetters = { searchTitle: 150, searchWords: 400 } as const;

const FIELDS = {
  name: { schema: PlainLine(150).min(1, "Give it a name."), right: "goods.words" },
  description: wordsOf(20_000),
  details: { schema: Details, right: "goods.words" },
  materials: wordsOf(5_000),
  care: wordsOf(5_000),
  fit: wordsOf(2_000),
  countryOfOrigin: { schema: Country, right: "goods.words" },
  searchTitle: { schema: PlainLine(searchLetters.searchTitle), right: "goods.words" },
  searchWords: { schema: PlainLine(searchLetters.searchWords), right: "goods.words" },
  price: { schema: Amount, right: "goods.prices" },
  salePrice: { schema: Amount, right: "goods.prices" },
  cost: { schema: Amount, right: "goods.cost" },
  choices: { schema: Choices, isNaming: true },
  sku: { schema: Sku },
  weightGrams: whole(1_000_000),
  lowMark: whole(100_000),
  categoryId: { schema: z.string().max(64).nullable() },
  kindForTax: { schema: z.enum(TAX_KINDS).nullable() },
  type: { schema: z.enum(["top", "bottom"]).nullable() },
  headwear: yes,
  finalSale: yes,
  newArrivals: yes,
  bestSeller: yes,
  styleWith: yes,
  styleWithProducts: { schema: StyleWith },
  sizeChart: { schema: SizeChart },
  sizeGuideId: { schema: z.string().max(64).nullable() },
  publishedStatus: { schema: z.enum(["published", "draft", "archived"]), begins: true },
  publishAt: moment,
  putAwayAt: moment,
} satisfies { [Name in EditedProductField]: FieldOfKind<(typeof productFields)[Name]["kind"]> } & {
  choices: RecordField;
};

/** Reads and writes many products at once. */
export const manyOfProducts = manyProducts(Object.keys(FIELDS));

/**
 * Record kind of a product with its own row, sizes and colors. Variants with their prices are a record kind of their own. A
 * change that leaves a published product incomplete is refused.
 */
export const productRecord: RecordKind = {
  kind: "product",
  right: "goods.change",
  fields: FIELDS,
  lockAll: lockEdited,
  async read(tx, id) {
    await lockGoods(tx, { productIds: [id] });
    const [row] = await tx.select().from(products).where(eq(products.id, id));
    if (!row) return undefined;
    const values: Record<string, unknown> = {
      ...row,
      publishAt: row.publishAt?.toISOString() ?? null,
      putAwayAt: row.putAwayAt?.toISOString() ?? null,
      choices: await choicesOf(tx, id),
    };
    return {
      version: row.version,
      values: Object.fromEntries(Object.keys(FIELDS).map((field) => [field, values[field]])),
    };
  },
  async write(tx, id, { choices, publishAt, putAwayAt, ...values }, version) {
    const changes = { ...values, ...named({ choices, publishAt, putAwayAt }) };
    await refuseGiftCardFields(tx, [{ id, changes }]);
    await requireOffered(tx, values);
    await requireOwnFields(tx, [{ id, changes: values }]);
    const [row] = await tx
      .update(products)
      .set({
        ...values,
        ...(publishAt !== undefined && { publishAt: momentIn(publishAt) }),
        ...(putAwayAt !== undefined && { putAwayAt: momentIn(putAwayAt) }),
        version: version + 1,
      })
      .where(and(eq(products.id, id), eq(products.version, version)))
      .returning({ version: products.version });
    if (row && choices !== undefined) await writeChoices(tx, id, Choices.parse(choices));
    return row?.version;
  },
  requireWhole: requireStillComplete,
  many: manyOfProducts,
};

/** The values that are set. */
const named = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const momentIn = (value: unknown): Date | null => (value === null ? null : new Date(String(value)));
