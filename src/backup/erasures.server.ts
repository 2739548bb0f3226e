import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { connectAsOwner } from "~/platform/migrations.server";
import { onDisk } from "./backup-file.server";
import { Erasures } from "./manifest";

/** File with a shop's erasures, beside its backups. */
export const ERASURES = "erasures.json";

/** Signs a text by the secret key of the shop. */
export type Sign = (text: string) => string;

/** Kinds of records with erasable words. `rows` finds records with a name that stays the same in backups; `erase` empties one. */
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
      "update audit_shopper_data set old = null, new = null, blanked_at = $2 where audit_id::text = $1 and blanked_at is null",
  },
];
/** Rows that are read at once. */
const PORTION = 5_000;

/** Hash by which a list knows the secret key that it needs. */
export const erasureKey = (sign: Sign): string => sign("key").slice(0, 16);

/** The list of a folder; undefined where there is none that can be read. */
export async function erasuresIn(folder: string): Promise<Erasures | undefined> {
  const read = readFile(join(folder, ERASURES), "utf8").then((text) => Erasures.parse(JSON.parse(text)));
  return read.catch(() => undefined);
}

/** Erasures of a database, in the transaction that its connection is in, and those of the list of a folder: for the inside of a backup. */
export async function erasuresOf(owner: pg.Client, folder: string, sign: Sign): Promise<Erasures> {
  const known = await erasuresIn(folder);
  const key = erasureKey(sign);
  const erased = known?.key === key ? { ...known.erased } : {};
  for await (const { hash, at } of records(owner, sign, "is not null")) erased[hash] ??= at?.toISOString() ?? "";
  return { key, erased };
}

/**
 * Adds a database's erasures to the list of a folder. Those of the list stay: a restored shop may not know them any more.
 *
 * @throws {BackupNotWritten}
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
    // A list of another key may be wanted for older backups.
    if (known?.key !== list.key)
      await rename(join(folder, ERASURES), join(folder, `${ERASURES}.before-${now.toISOString().slice(0, 10)}`)).catch(
        () => undefined,
      );
    await rename(part, join(folder, ERASURES));
  } finally {
    await rm(part, { force: true });
  }
}

/** Erases again what a list names, in a database that was just loaded; returns how many records. */
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
    });
    return count;
  } finally {
    await owner.end();
  }
}

async function inTransaction<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query("begin");
  const result = await work();
  await owner.query("commit");
  return result;
}

/** Records that are erased, or that are not, in the transaction that the connection is in. Tables of an older program may lack. */
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
