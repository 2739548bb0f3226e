import { isDeepStrictEqual } from "node:util";
import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { byName } from "~/platform/by-name";
import type { Database } from "~/platform/database.server";
import { columnName } from "~/platform/json-column.tables";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { articleRecord } from "~/shop/blog/article-record.server";
import { categoryRecord } from "~/shop/catalog/editing/category-record.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { pictureWordsRecord } from "~/shop/catalog/pictures/pictures-record.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { sizeGuideRecord } from "~/shop/catalog/size-guides/size-guide-record.server";
import { chapterRecord, eventRecord, postRecord } from "~/shop/community/community-records.server";
import { limits } from "~/shop/limits";
import { PlainLines } from "~/shop/plain-text";
import { QuestionForm, ReviewForm } from "~/shop/reviews/review-form";
import { moderatedReviews } from "~/shop/reviews/moderated-reviews.server";
import { faqRecord } from "~/shop/texts/faq-record.server";
import { MenuRowText } from "~/shop/texts/menu-record.server";
import { pageRecord, textsOf } from "~/shop/texts/page-record.server";
import { pageForms } from "~/shop/texts/page-forms";
import { contentTables, quoted } from "./content-tables.server";
import { sameKey } from "./staged-rows.server";

type Row = Record<string, unknown>;

/** A field of a row that is longer or deeper than its form takes. */
interface BoundFault {
  field: string;
  value: unknown;
  complaint: string;
}

/** Schema of a column of a table whose forms have none, such as the name of a category of the FAQ. */
const ANY_TEXT = PlainLines(limits.text.message);

/** Schemas of columns by the fields of a record kind. */
const fieldsOf = ({ fields }: RecordKind, columns: Readonly<Record<string, string>>): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, field]) => (fields[field] ? [[column, fields[field].schema]] : [])),
  );

/** Schemas of the columns that a record kind's fields are named after. */
const sameNames = (kind: RecordKind, table: PgTable): Record<string, z.ZodType> =>
  fieldsOf(
    kind,
    Object.fromEntries(
      Object.entries(getTableColumns(table)).map(([property, column]) => [columnName(property, column), property]),
    ),
  );

const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

/** Schemas of the forms that write each table's columns. */
const forms = byName<Record<string, z.ZodType>>({
  products: sameNames(productRecord, products),
  variants: sameNames(variantRecord, variants),
  categories: fieldsOf(categoryRecord, named("name")),
  size_guides: fieldsOf(sizeGuideRecord, named("name", "words", "unit", "table")),
  media_uses: fieldsOf(pictureWordsRecord, named("alt")),
  reviews: { ...ReviewForm.shape, ...fieldsOf(moderatedReviews.record, named("answer")) },
  questions: QuestionForm.shape,
  posts: fieldsOf(articleRecord, {
    title: "title",
    description: "lead",
    markdown: "text",
    search_title: "searchTitle",
    search_words: "searchWords",
  }),
  faqs: fieldsOf(faqRecord, named("question", "answer")),
  menu_links: MenuRowText.shape,
  banners: MenuRowText.shape,
  chapters: fieldsOf(chapterRecord, { ...named("name", "city", "description"), meet_at: "meetAt" }),
  events: fieldsOf(eventRecord, named("name", "city", "description")),
  social_posts: fieldsOf(postRecord, named("caption")),
});

/** Columns that are not written by a form: the HTML of an article is made from its Markdown or bounded on its own. */
const NOT_WRITTEN = new Set(["posts.content", "posts.markdown"]);

/** The first complaint of a schema about a text or list that is too long or too deep; other rules of forms do not bind files. */
function tooMuch(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  return error?.issues.find(
    ({ code, ...issue }) => code === "too_big" && "origin" in issue && LENGTHS.has(String(issue.origin)),
  )?.message;
}
const LENGTHS = new Set(["string", "array"]);

/** The values of a row by the names of their fields, each with its schema. */
function* fieldsIn(table: string, row: Row): Generator<[field: string, value: unknown, schema: z.ZodType]> {
  if (table === "pages" && typeof row.content === "object") {
    const key = String(row.key);
    if (!pageForms.some((form) => form.key === key)) return;
    for (const [path, text] of Object.entries(textsOf(key, row.content)))
      yield [`${key}.${path}`, text, pageRecord.fields[path]?.schema ?? ANY_TEXT];
    return;
  }
  for (const [column, value] of Object.entries(row)) {
    const own = forms[table]?.[column];
    if (own) yield [column, value, own];
    else if (typeof value === "string" && !NOT_WRITTEN.has(`${table}.${column}`)) yield [column, value, ANY_TEXT];
  }
}

/** Fields of a row that are longer or deeper than the forms take that write them. */
export const boundFaults = (table: string, row: Row): BoundFault[] =>
  Array.from(fieldsIn(table, row), ([field, value, schema]) => ({
    field,
    value,
    complaint: tooMuch(schema, value),
  })).flatMap(({ complaint, ...of }) => (complaint === undefined ? [] : [{ ...of, complaint }]));

/**
 * The first complaint about a field of a file's row that is too long and differs from the shop's own: what a shop has stored before
 * its forms had these bounds is in its exports, too.
 */
export async function boundComplaint(db: Database, table: string, row: Row): Promise<string | undefined> {
  const faults = boundFaults(table, row);
  if (faults.length === 0) return undefined;
  const stored = new Map(boundFaults(table, await storedRow(db, table, row)).map(({ field, value }) => [field, value]));
  const fault = faults.find(({ field, value }) => !isDeepStrictEqual(stored.get(field), value));
  return fault && `${fault.field}: ${fault.complaint}`;
}

/** The shop's row with the key of a file's row, as a file would have it; empty if there is none. */
async function storedRow(db: Database, name: string, row: Row): Promise<Row> {
  const table = contentTables.find((one) => one.name === name);
  if (!table) return {};
  const of = sql.raw(quoted(name));
  const { rows } = await db.execute<{ own: Row }>(sql`
    select to_jsonb(own) as own from ${of} as own
    join jsonb_populate_record(null::${of}, ${JSON.stringify(row)}::jsonb) as row on ${sql.raw(sameKey(table.key))}`);
  return rows[0]?.own ?? {};
}
