import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { connectAsOwner } from "~/platform/migrations.server";
import { onDisk } from "./backup-file.server";
import { NotRestored } from "./beside.server";

/** File with a shop's erasures, beside its backups. */
export const ERASURES = "erasures.json";

/** Erasures of a shop. Records are keyed hashes: the list tells nobody who was erased, and needs the secret key of the shop. */
const Erasures = z.strictObject({
  /** Hash by which the key is known. */
  key: z.string(),
  /** Hashes of erased records, and when each was erased. */
  erased: z.record(z.string(), z.iso.datetime()),
});
type Erasures = z.infer<typeof Erasures>;

/** Signs a text by the secret key of the shop. */
type Sign = (text: string) => string;

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

const keyOf = (sign: Sign): string => sign("key").slice(0, 16);

/** The list of a folder; undefined where there is none that can be read. */
async function erasuresIn(folder: string): Promise<Erasures | undefined> {
  const read = readFile(join(folder, ERASURES), "utf8").then((text) => Erasures.parse(JSON.parse(text)));
  return read.catch(() => undefined);
}

/**
 * Adds a database's erasures to the list of a folder. Those of the list stay: a restored shop may not know them any more.
 *
 * @throws {BackupNotWritten}
 */
export async function keepErasures(owner: pg.Client, folder: string, sign: Sign, now: Date): Promise<void> {
  const known = await erasuresIn(folder);
  const key = keyOf(sign);
  const erased = known?.key === key ? { ...known.erased } : {};
  for await (const { hash, at } of records(owner, sign, "is not null")) erased[hash] ??= at?.toISOString() ?? "";
  const list: Erasures = { key, erased };
  const part = join(folder, `${ERASURES}.${randomUUID()}`);
  try {
    await onDisk(part, async () => {
      await using handle = await open(part, "w", 0o600);
      await handle.writeFile(JSON.stringify(list));
      await handle.sync();
    });
    // A list of another key may be wanted for older backups.
    if (known?.key !== key)
      await rename(join(folder, ERASURES), join(folder, `${ERASURES}.before-${now.toISOString().slice(0, 10)}`)).catch(
        () => undefined,
      );
    await rename(part, join(folder, ERASURES));
  } finally {
    await rm(part, { force: true });
  }
}

/** Source of the erasures since a backup, for a restore. */
export interface ErasuresKnown {
  sign: Sign;
  /** Goes on where nobody knows. */
  orUnknown: boolean;
}

/** Erases again what the list beside a backup names, in a database that was just loaded; returns how many records. */
export type EraseAgain = (ownerUrl: string) => Promise<number>;

/**
 * Reads the list beside a backup.
 *
 * @throws {NotRestored} when there is none, or it needs another secret key: since when erasures are unknown, and how to go on.
 */
export async function eraseAgain(
  folder: string,
  takenAt: string,
  { sign, orUnknown }: ErasuresKnown,
): Promise<EraseAgain> {
  const list = await erasuresIn(folder);
  if (list?.key === keyOf(sign)) return (ownerUrl) => applied(ownerUrl, list, sign);
  if (orUnknown) return async () => 0;
  const why = list
    ? `${join(folder, ERASURES)} needs the secret key of the backup's shop: put data/secret-key of that shop back`
    : `${ERASURES} does not lie beside the backup: put that of its folder there`;
  throw new NotRestored(
    `${why}. Without it nobody knows what was erased since ${takenAt}, and it would come back. Nothing was changed. To restore all the same, and erase by hand, add --erasures-unknown.`,
  );
}

async function applied(ownerUrl: string, { erased }: Erasures, sign: Sign): Promise<number> {
  const owner = await connectAsOwner(ownerUrl);
  let count = 0;
  try {
    const found: { erase: string; id: string; at: string }[] = [];
    for await (const { hash, id, erase } of records(owner, sign, "is null")) {
      const at = erased[hash];
      if (at !== undefined) found.push({ erase, id, at });
    }
    await owner.query("begin");
    for (const { erase, id, at } of found) count += (await owner.query(erase, [id, at])).rowCount ?? 0;
    await owner.query("commit");
    return count;
  } finally {
    await owner.end();
  }
}

/** Records that are erased, or that are not. Tables of an older program may lack. */
async function* records(owner: pg.Client, sign: Sign, erased: "is null" | "is not null") {
  for (const { name, table, rows, erase } of KINDS) {
    const { rows: tables } = await owner.query<{ has: boolean }>("select to_regclass($1) is not null as has", [
      `public.${table}`,
    ]);
    if (!tables[0]?.has) continue;
    await owner.query("begin");
    await owner.query(`declare records cursor for select * from (${rows}) as r where erased ${erased}`);
    for (;;) {
      const { rows: some } = await owner.query<{ id: string; record: string; erased: Date | null }>(
        `fetch ${PORTION} from records`,
      );
      for (const { id, record, erased: at } of some) yield { hash: sign(`${name} ${record}`), id, erase, at };
      if (some.length < PORTION) break;
    }
    await owner.query("commit");
  }
}
