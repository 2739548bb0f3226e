import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { MarkdownText } from "~/shop/markdown-text";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { addedIds, rowsOfProducts, withAddedParts } from "./home-parts";
import { isHarmless } from "./is-harmless";
import { pageForms } from "./page-forms";
import { type TextControl, textControlOf } from "./text-controls";
import { MOST_ENTRIES } from "./page-form";
import { pathsIn, tableRows, textAt, withTexts } from "./page-paths";
import { PolicyText, pageTexts, type PageKey } from "./page-texts";
import { keepRevisions } from "./revisions.server";
import { shoppingTexts } from "./shopping-texts";
import { pages } from "./texts.tables";

const EMPTY = "Write something here.";
const RUNS = "A link may lead to a page of the shop, to https://, mailto: or tel:, and to nothing that runs.";

const Picture = PlainLine(300).regex(/^(?:\/media\/[^\s"<>]+)?$/, "Choose a picture of the list.");

const schemas: Record<TextControl, z.ZodType> = {
  line: PlainLine(300).min(1, EMPTY),
  lines: PlainLines(5000).refine((text) => text.trim() !== "", EMPTY),
  markdown: MarkdownText().refine((text) => text.trim() !== "", EMPTY),
  link: PlainLine(500).min(1, "Write where this leads.").refine(isHarmless, RUNS),
  picture: Picture,
  from: z.enum(rowsOfProducts.map(({ from }) => from)),
  faqGroup: PlainLine(64),
  place: z.string().regex(/^\d{1,4}$/),
  state: z.enum(["shown", "hidden", "removed"]),
  visibility: z.enum(["shown", "hidden"]),
  table: PlainLines(5000).refine(
    (text) => new Set(tableRows(text).map((row) => row.length)).size === 1,
    "Write as many cells in each line, with | between them.",
  ),
};

/** Schemas for sections that members add: their texts may be empty while the section is hidden. */
const addedSchemas: Partial<Record<TextControl, z.ZodType>> = {
  line: PlainLine(300),
  lines: PlainLines(5000),
  link: PlainLine(500).refine((href) => href === "" || isHarmless(href), RUNS),
};

const added = new Set(addedIds.map(({ id }) => id));

function schemaAt(path: string): z.ZodType {
  const kind = textControlOf(path);
  const [, id = ""] = /^parts\.(\w+)\./.exec(path) ?? [];
  return (added.has(id) && addedSchemas[kind]) || schemas[kind];
}

const hasDefaults = (key: string): key is keyof typeof shoppingTexts => Object.hasOwn(shoppingTexts, key);

/** Pages whose stored texts may be older than the choice to hide them or a part of them. */
const HIDEABLE = ["about", "community", "contact", "sizeGuide"] as const satisfies PageKey[];
const isHideable = (key: string): key is (typeof HIDEABLE)[number] => HIDEABLE.some((each) => each === key);

/** A page's content with defaults for all texts that its form may change. */
const whole = (key: string, content: unknown): unknown =>
  key === "home"
    ? withAddedParts(content)
    : hasDefaults(key)
      ? shoppingTexts[key].parse(content)
      : isHideable(key)
        ? pageTexts[key].parse(content)
        : content;

/** Expands `*` in a pattern to all possible entries of a list. */
function expanded(pattern: string): string[] {
  const place = pattern.indexOf("*");
  if (place < 0) return [pattern];
  return Array.from({ length: MOST_ENTRIES }, (_, entry) => pattern.replace("*", String(entry))).flatMap(expanded);
}

const paths = new Set(pageForms.flatMap(({ parts }) => parts.flatMap(({ paths: own }) => own.flatMap(expanded))));

/** Record kind of a page's texts: each text is a field, named by its path. */
export const pageRecord: RecordKind = {
  kind: "page",
  right: "content.change",
  fields: Object.fromEntries([...paths].map((path) => [path, { schema: schemaAt(path) }])),
  async read(tx, key) {
    const form = pageForms.find((each) => each.key === key);
    if (!form) return undefined;
    const row = await lockedPage(tx, key);
    return row && { version: row.version, values: textsOf(key, row.content) };
  },
  async write(tx, key, values, version, { memberId }) {
    const row = await lockedPage(tx, key);
    if (!row || row.version !== version) return undefined;
    const content = withTexts(whole(key, row.content), values);
    requireShape(key, content);
    const [written] = await tx
      .insert(pages)
      .values({ key, content, version: version + 1, publishedAt: sql`now()` })
      .onConflictDoUpdate({
        target: pages.key,
        set: { content, version: version + 1 },
        setWhere: eq(pages.version, version),
      })
      .returning({ version: pages.version });
    if (!written) return undefined;
    const before = { version, values: textsOf(key, row.content), since: row.publishedAt };
    const after = { version: written.version, values: textsOf(key, content) };
    await keepRevisions(tx, { entity: "page", key, before, after, memberId });
    return written.version;
  },
};

/** Reads and locks a page's row. For a page whose texts all have defaults, returns version 0 if no row is stored. */
async function lockedPage(tx: Transaction, key: string) {
  const [row] = await tx.select().from(pages).where(eq(pages.key, key)).for("update");
  return row ?? (hasDefaults(key) ? { version: 0, content: undefined, publishedAt: null } : undefined);
}

/** Texts of a page that members can edit, by path, in the order of the form. */
export function textsOf(key: string, content: unknown): Record<string, string> {
  const patterns = pageForms.find((each) => each.key === key)?.parts.flatMap(({ paths: own }) => own) ?? [];
  const all = whole(key, content);
  return Object.fromEntries(pathsIn(all, patterns).map((path) => [path, textAt(all, path) ?? ""]));
}

/** Texts that members can edit and the version of every page, by the page's key. */
export async function allPageTexts(
  db: Database,
): Promise<Map<string, { version: number; texts: Record<string, string> }>> {
  const rows = await db.select({ key: pages.key, version: pages.version, content: pages.content }).from(pages);
  const untouched = Object.keys(shoppingTexts)
    .filter((key) => !rows.some((row) => row.key === key))
    .map((key) => ({ key, version: 0, content: undefined }));
  return new Map(
    [...untouched, ...rows].map(({ key, version, content }) => [key, { version, texts: textsOf(key, content) }]),
  );
}

/** Content of a page with some texts replaced, for a preview; undefined for an unknown page. */
export async function pageContentWith(db: Database, key: string, texts: Record<string, unknown>): Promise<unknown> {
  const [row] = await db.select({ content: pages.content }).from(pages).where(eq(pages.key, key));
  return row || hasDefaults(key) ? withTexts(whole(key, row?.content), texts) : undefined;
}

/** Throws if the page could not show the texts. That would be an error of the program, because the fields only change texts. */
function requireShape(key: string, content: unknown): void {
  if (key.startsWith("policy:")) PolicyText.parse(content);
  else pageTexts[key as PageKey].parse(content);
}
