import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import { noteUses } from "~/platform/media-uses.server";
import { byName } from "~/platform/by-name";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { keepRevisions } from "~/shop/texts/revisions.server";
import { communityForms, type CommunityKind } from "./community-forms";
import { communityColumns, type CommunityRows, communityValues, emptyCommunity } from "./community-values.server";
import { chapters, events, socialPosts, states, videos } from "./community.tables";

/** Pattern of ids of the community's records, also of records that are not saved yet. */
export const COMMUNITY_ID = /^[\da-f]{24}$/;

const Media = PlainLine(300).regex(/^(?:\/media\/[^\s"<>]+)?$/, "Choose one of the list.");
const Whole = (least: number, most: number, words: string) =>
  PlainLine(4).refine(
    (text) => text === "" || (/^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most),
    {
      message: words,
    },
  );

const OF_DAY = /^(?:[01]?\d|2[0-3]):[0-5]\d$/;
/** Schema of a time of day: 9:30 and 9.30 become 09:30. */
const Time = z
  .string()
  .trim()
  .transform((text) => text.replace(".", ":"))
  .refine((text) => text === "" || OF_DAY.test(text), "Write a time like 9:30 or 18:00.")
  .transform((text) => (text === "" ? "" : text.padStart(5, "0")));

const schemas = byName<z.ZodType>({
  description: PlainLines(600),
  caption: PlainLines(400),
  isShown: z.boolean(),
  time: Time,
  days: Whole(1, 60, "Write a number of days from 1 to 60."),
  position: Whole(0, 999, "Write a number from 0 to 999."),
  file: Media,
  film: Media,
  poster: Media,
  picture: Media,
  product: PlainLine(64).refine((id) => id === "" || PRODUCT_ID.test(id), "Write the address of a product."),
});

/** Schema of a field: one of its choices, or the schema with the field's name. */
function schemaOf(kind: CommunityKind, name: string): z.ZodType {
  const options = communityForms[kind].fields[name]?.options;
  if (options)
    return z.enum(
      options.map(({ value }) => value),
      "Choose one of the list.",
    );
  return schemas[name] ?? PlainLine(160);
}

/** Reads and writes the rows of one table. */
interface Rows<K extends CommunityKind> {
  find(tx: Transaction, id: string): Promise<CommunityRows[K][]>;
  insert(tx: Transaction, row: CommunityRows[K]): Promise<CommunityRows[K][]>;
  update(tx: Transaction, row: CommunityRows[K], version: number): Promise<CommunityRows[K][]>;
  /** Paths of the stored files that a row shows. */
  shows?(row: CommunityRows[K]): string[];
  /** Position for a new row, after all others. */
  last?(tx: Transaction): Promise<number>;
}

const tables: { [K in CommunityKind]: Rows<K> } = {
  chapter: {
    find: (tx, id) => tx.select().from(chapters).where(eq(chapters.id, id)).for("update"),
    insert: (tx, row) => tx.insert(chapters).values(row).returning(),
    update: (tx, row, version) =>
      tx
        .update(chapters)
        .set(row)
        .where(and(eq(chapters.id, row.id), eq(chapters.version, version)))
        .returning(),
  },
  event: {
    find: (tx, id) => tx.select().from(events).where(eq(events.id, id)).for("update"),
    insert: (tx, row) => tx.insert(events).values(row).returning(),
    update: (tx, row, version) =>
      tx
        .update(events)
        .set(row)
        .where(and(eq(events.id, row.id), eq(events.version, version)))
        .returning(),
  },
  film: {
    find: (tx, id) => tx.select().from(videos).where(eq(videos.id, id)).for("update"),
    insert: (tx, row) => tx.insert(videos).values(row).returning(),
    update: (tx, row, version) =>
      tx
        .update(videos)
        .set(row)
        .where(and(eq(videos.id, row.id), eq(videos.version, version)))
        .returning(),
    shows: ({ filePath, poster }) => [filePath, ...(poster === null ? [] : [poster])],
    async last(tx) {
      const [row] = await tx.select({ last: sql<number>`coalesce(max(position), -1)::int` }).from(videos);
      return (row?.last ?? -1) + 1;
    },
  },
  post: {
    find: (tx, id) => tx.select().from(socialPosts).where(eq(socialPosts.id, id)).for("update"),
    insert: (tx, row) => tx.insert(socialPosts).values(row).returning(),
    update: (tx, row, version) =>
      tx
        .update(socialPosts)
        .set(row)
        .where(and(eq(socialPosts.id, row.id), eq(socialPosts.version, version)))
        .returning(),
    shows: ({ mediaUrl, thumbnailUrl }) => [mediaUrl, ...(thumbnailUrl === null ? [] : [thumbnailUrl])],
    async last(tx) {
      const [row] = await tx.select({ last: sql<number>`coalesce(max(position), -1)::int` }).from(socialPosts);
      return (row?.last ?? -1) + 1;
    },
  },
};

/**
 * Record kind of a kind of community record. A record that was never published has no row: it is read as empty, and its first
 * publication inserts it.
 */
function communityRecord<K extends CommunityKind>(kind: K): RecordKind {
  const { find, insert, update, shows, last }: Rows<K> = tables[kind];
  const valuesOf: (row: CommunityRows[K]) => Record<string, string | boolean> = communityValues[kind];
  const columnsOf: (
    values: Record<string, string | boolean>,
    row?: CommunityRows[K],
  ) => Omit<CommunityRows[K], "id" | "version"> = communityColumns[kind];
  return {
    kind,
    right: "content.change",
    fields: Object.fromEntries(
      Object.keys(communityForms[kind].fields).map((name) => [name, { schema: schemaOf(kind, name) }]),
    ),
    async read(tx, id) {
      const [row] = await find(tx, id);
      if (row) return { version: row.version, values: valuesOf(row) };
      return COMMUNITY_ID.test(id) ? { version: 0, values: emptyCommunity[kind] } : undefined;
    },
    async write(tx, id, changes, version, { memberId }) {
      const [row] = await find(tx, id);
      if ((row?.version ?? 0) !== version) return undefined;
      const before = row ? valuesOf(row) : emptyCommunity[kind];
      const values = { ...before, ...(changes as Record<string, string | boolean>) };
      if (values.position === "" && last) values.position = String(await last(tx));
      if (values.state === "") values.state = before.state || (await firstState(tx));
      await requireState(tx, values.state);
      const next = { ...columnsOf(values, row), id, version: version + 1 } as CommunityRows[K];
      const [written] = row ? await update(tx, next, version) : await insert(tx, next);
      if (!written) return undefined;
      if (shows) await noteUses(tx, { shown: shows(written), dropped: row ? shows(row) : [] });
      const after = { version: written.version, values: valuesOf(written) };
      await keepRevisions(tx, {
        entity: kind,
        key: id,
        before: { version, values: before, since: null },
        after,
        memberId,
      });
      return written.version;
    },
  };
}

/** State for a record without one, which the shop does not show. */
async function firstState(tx: Transaction): Promise<string> {
  const [first] = await tx.select({ code: states.code }).from(states).orderBy(asc(states.name)).limit(1);
  return first?.code ?? "";
}

/**
 * Checks the state of a record.
 *
 * @throws {Refusal} `input-invalid` for an unknown state.
 */
async function requireState(tx: Transaction, code: string | boolean | undefined): Promise<void> {
  if (typeof code !== "string") return;
  if ((await tx.$count(states, eq(states.code, code))) === 0)
    throw new Refusal("input-invalid", { fields: { state: "Choose a state of the list." } });
}

export const chapterRecord: RecordKind = communityRecord("chapter");
export const eventRecord: RecordKind = communityRecord("event");
export const filmRecord: RecordKind = communityRecord("film");
export const postRecord: RecordKind = communityRecord("post");
