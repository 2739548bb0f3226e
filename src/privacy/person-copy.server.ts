import { Readable } from "node:stream";
import { eq, type SQL, sql } from "drizzle-orm";
import { ZipFile } from "yazl";
import type { Database, Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import type { Services } from "~/services";
import { type CopiedTable, copiedTables, leftOut } from "./copied-rows.server";
import { type CopiedFrom, copyFoot, copyHead, htmlRow } from "./copy-page.server";
import { COPY_DAYS } from "./person-request";
import { type AboutRequest, requestById } from "./person-requests.server";
import { personCopyParts, personRequests } from "./person-requests.tables";

/** Name of the job queue that tells a person where the copy is. */
export const TELL_COPY_READY = "tell-copy-ready";

/** Number of rows that are in memory at once. */
const ROWS = 200;
/** Bytes of a stored part of a copy. */
const PART_BYTES = 1024 * 1024;

type Row = Record<string, unknown>;

/** Rows of a statement, in portions, from one cursor of the transaction. */
async function* portionsOf(tx: Transaction, rows: SQL): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare copied_rows no scroll cursor for ${rows}`);
  for (;;) {
    const { rows: portion } = await tx.execute<Row>(sql`fetch ${sql.raw(String(ROWS))} from copied_rows`);
    if (portion.length > 0) yield portion;
    if (portion.length < ROWS) break;
  }
  await tx.execute(sql`close copied_rows`);
}

async function* jsonOf(tx: Transaction, email: string): AsyncGenerator<string> {
  yield `{\n${JSON.stringify("email")}: ${JSON.stringify(email)},\n"leftOut": ${JSON.stringify(leftOut())}`;
  for (const table of copiedTables()) {
    yield `,\n${JSON.stringify(table.name)}: [`;
    let isFirst = true;
    for await (const portion of portionsOf(tx, table.rowsOf(email))) {
      yield `${isFirst ? "\n" : ",\n"}${portion.map((row) => JSON.stringify(row)).join(",\n")}`;
      isFirst = false;
    }
    yield "]";
  }
  yield "\n}\n";
}

async function* pageOf(tx: Transaction, email: string, shop: CopiedFrom): AsyncGenerator<string> {
  yield copyHead(email, shop, leftOut());
  for (const table of copiedTables()) yield* sectionOf(tx, email, table, shop);
  yield copyFoot;
}

async function* sectionOf(tx: Transaction, email: string, table: CopiedTable, shop: CopiedFrom) {
  let isFirst = true;
  for await (const portion of portionsOf(tx, table.rowsOf(email))) {
    yield (
      (isFirst ? `<section><h2>${table.title}</h2>` : "") +
      portion.map((row) => htmlRow(table, row, shop.zone)).join("")
    );
    isFirst = false;
  }
  if (!isFirst) yield "</section>";
}

/** The ZIP file of a person's data, in parts, from a transaction that sees one state of the rows. */
async function* zipped(tx: Transaction, email: string, shop: CopiedFrom): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, text: () => AsyncGenerator<string>) =>
    zip.addReadStreamLazy(name, { mtime: shop.at }, (done) => done(null, Readable.from(text(), { objectMode: false })));
  add("your-data.html", () => pageOf(tx, email, shop));
  add("your-data.json", () => jsonOf(tx, email));
  zip.end();
  const stream = zip.outputStream as Readable;
  zip.on("error", (error: Error) => stream.destroy(error));
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/**
 * Makes the copy that a member answered a request with, and enqueues the letter with its link, all in one transaction: a killed job
 * leaves no half copy, and a repeated one makes none.
 */
export async function makeCopy(
  { db, jobs, settings }: Pick<Services, "db" | "jobs" | "settings">,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      const [request] = await tx.select().from(personRequests).where(eq(personRequests.id, id)).for("update");
      if (!request?.email || request.answeredAt || request.kind !== "copy") return;
      const { shopName, timeZone: zone } = settings();
      let part = 0;
      for await (const bytes of zipped(tx, request.email, { shopName, zone, at: now }))
        await tx.insert(personCopyParts).values({ requestId: id, part: part++, bytes });
      await tx
        .update(personRequests)
        .set({
          answeredAt: now,
          outcome: "copy",
          copyUntil: new Date(now.getTime() + COPY_DAYS * DAY),
          version: request.version + 1,
        })
        .where(eq(personRequests.id, id));
      await jobs.enqueue(tx, TELL_COPY_READY, { id } satisfies AboutRequest, { key: id });
    },
    { isolationLevel: "repeatable read" },
  );
}

const LINK = "person-copy";
const TICKET = "person-copy-file";
/** Seconds for which the address of the file is valid after the code was given. */
const TICKET_SECONDS = 600;

/** Address of the page on which a person fetches the copy. */
export const copyAddress = ({ sealer, address }: Pick<Services, "sealer" | "address">, id: string): string =>
  `${address}/your-copy/${id}/${sealer.sign(LINK, id)}`;

/** Request of the copy at a signed address; undefined for another address, and as `fetchable`. */
export async function copyAt(
  { db, sealer }: Pick<Services, "db" | "sealer">,
  { id, signature }: { id: string; signature: string },
  now: Date,
) {
  if (!sealer.isSigned(LINK, id, signature)) return undefined;
  return fetchable(db, id, now);
}

/**
 * Request of a copy that can be fetched; undefined after its time, of an erased person, and without its parts, which no backup has: a
 * restored shop has none.
 */
async function fetchable(db: Database, id: string, now: Date) {
  const request = await requestById(db, id);
  const { email, copyUntil } = request ?? {};
  if (!request || !email || !copyUntil || copyUntil <= now) return undefined;
  const parts = await db.$count(personCopyParts, eq(personCopyParts.requestId, id));
  return parts > 0 ? { ...request, email, copyUntil } : undefined;
}

/** Short-lived address of a copy's file, for somebody who has just given its code. */
export const fileAddress = ({ sealer }: Pick<Services, "sealer">, id: string, now: Date): string =>
  `/your-copy-file/${sealer.seal(TICKET, id, TICKET_SECONDS, now)}`;

/** Parts of a copy's file by the ticket in its address; undefined for any other text, and as `fetchable`. */
export async function copyFile(
  { db, sealer }: Pick<Services, "db" | "sealer">,
  ticket: string,
  now: Date,
): Promise<AsyncGenerator<Buffer> | undefined> {
  const id = ticket.length > 400 ? undefined : sealer.open<string>(TICKET, ticket, now);
  const copy = id === undefined ? undefined : await fetchable(db, id, now);
  return copy && partsOf(db, copy.id);
}

async function* partsOf(db: Database, id: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [row] = await db
      .select({ bytes: personCopyParts.bytes })
      .from(personCopyParts)
      .where(sql`request_id = ${id} and part = ${part}`);
    if (!row) return;
    yield row.bytes;
  }
}
