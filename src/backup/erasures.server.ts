import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Database } from "~/platform/database.server";
import { erasedText, erasePersonAgain } from "~/privacy/erase-person.server";
import type { Sign } from "~/shop/letter-endings.server";
import { knownAddresses } from "~/privacy/erase-rows.server";
import { connectAsOwner } from "~/platform/migrations.server";
import { onDisk } from "./backup-file.server";
import { Erasures } from "./manifest";

/** File with the list of a shop's erasures, in the folder of its backups. */
export const ERASURES = "erasures.json";

export type { Sign };

/**
 * Kinds of records whose personal texts can be erased. `rows` selects records with an identifier that is the same in every
 * backup; `erase` empties one record.
 */
const KINDS = [
  {
    name: "letter",
    table: "letters",
    rows: "select id::text, once_key || ' ' || extract(epoch from sent_at) as record, erased_at as erased from letters",
    erase:
      "update letters set recipient = '', subject = '', text = '', html = '', erased_at = $2 where id::text = $1 and erased_at is null",
  },
  {
    name: "change",
    table: "audit_shopper_data",
    rows: "select audit_id::text as id, audit_id || ' ' || extract(epoch from at) as record, blanked_at as erased from audit_shopper_data join audit on audit.id = audit_id",
    erase:
      "update audit_shopper_data set old = null, new = null, reason = null, blanked_at = $2 where audit_id::text = $1 and blanked_at is null",
  },
];
/** Number of rows that are fetched at once. */
const PORTION = 5_000;

/** Hash of the secret key, stored in a list of erasures to tell which key the list needs. */
export const erasureKey = (sign: Sign): string => sign("key").slice(0, 16);

/** Reads the list of erasures in a folder; undefined if there is none or it is unreadable. */
export async function erasuresIn(folder: string): Promise<Erasures | undefined> {
  const read = readFile(join(folder, ERASURES), "utf8").then((text) => Erasures.parse(JSON.parse(text)));
  return read.catch(() => undefined);
}

/**
 * Collects the erasures of a database, within the open transaction of its connection, and those of the folder's list with the
 * same key, to store them inside a backup.
 */
export async function erasuresOf(owner: pg.Client, folder: string, sign: Sign): Promise<Erasures> {
  const known = await erasuresIn(folder);
  const key = erasureKey(sign);
  const erased = known?.key === key ? { ...known.erased } : {};
  for await (const { hash, at } of records(owner, sign, "is not null")) erased[hash] ??= at?.toISOString() ?? "";
  // A person who bought again can be erased again: the last time counts.
  for (const { digest, at } of await erasedPersons(owner))
    if ((erased[digest] ?? "") < at.toISOString()) erased[digest] = at.toISOString();
  return { key, erased };
}

/**
 * Adds a database's erasures to the list in a folder. Entries of the list are kept, because a restored database may lack them.
 *
 * @throws {BackupNotWritten} if the disk is full or not writable.
 */
export async function keepErasures(owner: pg.Client, folder: string, sign: Sign, now: Date): Promise<void> {
  const known = await erasuresIn(folder);
  const list = await inTransaction(owner, () => erasuresOf(owner, folder, sign));
  const part = join(folder, `${ERASURES}.${randomUUID()}`);
  try {
    await onDisk(part, async () => {
      await using handle = await open(part, "w", 0o600);
      await handle.writeFile(JSON.stringify(list));
      await handle.sync();
    });
    // A list for another secret key is kept under another name, because older backups may need it.
    if (known?.key !== list.key)
      await rename(join(folder, ERASURES), join(folder, `${ERASURES}.before-${now.toISOString().slice(0, 10)}`)).catch(
        () => undefined,
      );
    await rename(part, join(folder, ERASURES));
  } finally {
    await rm(part, { force: true });
  }
}

/** Repeats the listed erasures in a database that was just loaded; returns the number of erased records. */
export async function eraseListed(ownerUrl: string, { erased }: Erasures, sign: Sign): Promise<number> {
  const owner = await connectAsOwner(ownerUrl);
  let count = 0;
  try {
    const found: { erase: string; id: string; at: string }[] = [];
    await inTransaction(owner, async () => {
      for await (const { hash, id, erase } of records(owner, sign, "is null")) {
        const at = erased[hash];
        if (at !== undefined) found.push({ erase, id, at });
      }
      for (const { erase, id, at } of found) count += (await owner.query(erase, [id, at])).rowCount ?? 0;
      count += await erasePersonsAgain(owner, erased, sign);
    });
    return count;
  } finally {
    await owner.end();
  }
}

/** Hashes of the persons that were erased; none in a database of a release that did not erase persons. */
async function erasedPersons(owner: pg.Client): Promise<{ digest: string; at: Date }[]> {
  const { rows: tables } = await owner.query<{ has: boolean }>(
    "select to_regclass('public.erasures') is not null as has",
  );
  if (!tables[0]?.has) return [];
  const asked = "select digest, max(coalesce(done_at, asked_at)) as at from erasures group by digest";
  return (await owner.query<{ digest: string; at: Date }>(asked)).rows;
}

/**
 * Erases the persons of the list whom the loaded database knows, by the hash of each address that it knows; returns their number. An
 * erasure that the database had before is not repeated: what it knows of the person came after it. The database has the tables of this
 * release already.
 */
async function erasePersonsAgain(owner: pg.Client, erased: Erasures["erased"], sign: Sign): Promise<number> {
  const db: Database = drizzle({ client: owner, casing: "snake_case" });
  const { rows } = await db.execute<{ email: string | null }>(knownAddresses());
  const done = new Map(
    (
      await owner.query<{ digest: string; at: Date }>(
        "select digest, max(done_at) as at from erasures where done_at is not null group by digest",
      )
    ).rows.map(({ digest, at }) => [digest, at.toISOString()]),
  );
  let count = 0;
  for (const { email } of rows) {
    if (!email) continue;
    for (const withWords of [true, false]) {
      const digest = sign(erasedText(email, withWords));
      const at = erased[digest];
      if (at === undefined || at <= (done.get(digest) ?? "")) continue;
      await erasePersonAgain(db, { email, withWords, sign }, new Date(at));
      count += 1;
      break;
    }
  }
  return count;
}

async function inTransaction<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query("begin");
  const result = await work();
  await owner.query("commit");
  return result;
}

/**
 * Records that are erased, or that are not, read within the open transaction. Tables that an older release did not have are
 * skipped.
 */
async function* records(owner: pg.Client, sign: Sign, erased: "is null" | "is not null") {
  for (const { name, table, rows, erase } of KINDS) {
    const { rows: tables } = await owner.query<{ has: boolean }>("select to_regclass($1) is not null as has", [
      `public.${table}`,
    ]);
    if (!tables[0]?.has) continue;
    await owner.query(`declare records cursor for select * from (${rows}) as r where erased ${erased}`);
    for (;;) {
      const { rows: some } = await owner.query<{ id: string; record: string; erased: Date | null }>(
        `fetch ${PORTION} from records`,
      );
      for (const { id, record, erased: at } of some) yield { hash: sign(`${name} ${record}`), id, erase, at };
      if (some.length < PORTION) break;
    }
    await owner.query("close records");
  }
}
