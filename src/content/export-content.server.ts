import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { PictureStore } from "~/platform/picture-store.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import type { Settings } from "~/shop/settings";
import { contentTables, type ContentTable, quoted } from "./content-tables.server";
import { type ContentHead, digestLine, END_OF_RECORDS, FORMAT, headLine, VERSION } from "./content-file";

interface Shop {
  db: Database;
  pictures: PictureStore;
  settings(): Settings;
}

/**
 * Exports the shop's content line by line: products, texts, settings and pictures, but no orders, shoppers or members. All rows
 * are read in one transaction. Pictures are read one at a time.
 */
export async function* exportContent({ db, pictures, settings }: Shop, now = new Date()): AsyncGenerator<string> {
  const digest = createHash("sha256");
  const written = (line: string): string => {
    const whole = `${line}\n`;
    digest.update(whole);
    return whole;
  };
  const head: ContentHead = { format: FORMAT, version: VERSION, shopName: settings().shopName, at: now.toISOString() };
  yield written(headLine(head));

  // All rows are held in memory, because they are small compared with the pictures.
  const { rows, hashes } = await db.transaction(
    async (tx) => {
      await tx.execute(sql`set local timezone = 'UTC'`);
      const read: string[] = [];
      for (const table of contentTables) read.push(...(await rowsOf(tx, table)));
      const { rows: files } = await tx.execute<{ hash: string }>(
        sql`select hash from media_uses group by hash order by hash collate "C"`,
      );
      return { rows: read, hashes: files.map(({ hash }) => hash) };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  for (const row of rows) yield written(`${row},`);
  for (const hash of hashes) {
    const data = await bytesOf(pictures, hash);
    if (data) yield written(`${JSON.stringify({ picture: hash, data: data.toString("base64") })},`);
  }
  yield written(END_OF_RECORDS);
  yield `${digestLine(digest.digest("hex"))}\n`;
}

/**
 * Exports the content for a member, and logs that they did.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function exportFor(shop: Shop, member: Member): Promise<AsyncGenerator<string>> {
  await requireRight(shop, member, "export", "goods.cost.read");
  await recordMemberEvent(shop.db, { kind: "content-exported", memberId: member.id });
  return exportContent(shop);
}

async function rowsOf(tx: Pick<Database, "execute">, table: ContentTable): Promise<string[]> {
  const { name, columns, where = "true", order } = table;
  const { rows } = await tx.execute<{ line: string }>(sql`
    select json_build_object('table', ${name}::text, 'row', to_jsonb(own))::text as line
    from (select ${sql.raw(columns.map(quoted).join(", "))} from ${sql.raw(quoted(name))}
      where ${sql.raw(where)} order by ${sql.raw(order)}) as own`);
  return rows.map(({ line }) => line);
}

async function bytesOf(pictures: PictureStore, hash: string): Promise<Buffer | undefined> {
  const file = await pictures.original(hash);
  if (!file) return undefined;
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < file.size;) {
    const piece = await file.read(at, file.size - at);
    if (piece.length === 0) break;
    pieces.push(piece);
    at += piece.length;
  }
  return Buffer.concat(pieces);
}
