import { and, eq, like, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { keepRevisions } from "./revisions.server";
import { pages } from "./texts.tables";

type Texts = Record<string, string>;

interface Delivered {
  kind: string;
  fields: RecordKind["fields"];
  /** Key under which the changed texts are stored. A record whose texts were never changed has no row. */
  pageOf(id: string): string;
  /** Delivered texts by field; undefined for an unknown record. */
  delivered(id: string): Texts | undefined;
}

/** Stored texts, limited to fields that the record has. */
export const storedTexts = (content: unknown, delivered: Texts): Texts =>
  Object.fromEntries(
    Object.entries((content ?? {}) as Record<string, unknown>).flatMap(([name, text]) =>
      Object.hasOwn(delivered, name) && typeof text === "string" ? [[name, text] as const] : [],
    ),
  );

/**
 * Makes the record kind of texts whose delivered words are part of the program. Stores only texts that differ from the delivered
 * ones, so that unchanged texts follow each release.
 */
export const deliveredRecord = ({ kind, fields, pageOf, delivered }: Delivered): RecordKind => ({
  kind,
  right: "content.change",
  fields,
  async read(tx, id) {
    const own = delivered(id);
    if (!own) return undefined;
    const [row] = await tx
      .select()
      .from(pages)
      .where(eq(pages.key, pageOf(id)))
      .for("update");
    return { version: row?.version ?? 0, values: { ...own, ...storedTexts(row?.content, own) } };
  },
  async write(tx, id, changes, version, { memberId }) {
    const own = delivered(id);
    if (!own) return undefined;
    const key = pageOf(id);
    const [row] = await tx.select().from(pages).where(eq(pages.key, key)).for("update");
    if ((row?.version ?? 0) !== version) return undefined;
    const before = { ...own, ...storedTexts(row?.content, own) };
    const values: Record<string, unknown> = { ...before, ...changes };
    const content = Object.fromEntries(Object.entries(values).filter(([name, text]) => text !== own[name]));
    const [written] = row
      ? await tx
          .update(pages)
          .set({ content, version: version + 1 })
          .where(and(eq(pages.key, key), eq(pages.version, version)))
          .returning({ version: pages.version })
      : await tx
          .insert(pages)
          .values({ key, content, publishedAt: sql`now()`, version: 1 })
          .onConflictDoNothing()
          .returning({ version: pages.version });
    if (!written) return undefined;
    await keepRevisions(tx, {
      entity: kind,
      key: id,
      before: { version, values: before, since: row?.publishedAt ?? null },
      after: { version: written.version, values },
      memberId,
    });
    return written.version;
  },
});

/** Stored contents of records whose keys begin with `prefix`, by the rest of the key. */
export async function contentsOf(db: Database, prefix: string): Promise<Map<string, unknown>> {
  const rows = await db
    .select({ key: pages.key, content: pages.content })
    .from(pages)
    .where(like(pages.key, `${prefix}%`));
  return new Map(rows.map(({ key, content }) => [key.slice(prefix.length), content]));
}
