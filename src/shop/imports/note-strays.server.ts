import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { beginning } from "~/shop/visible-text";
import { fileNameOf, isPictureName } from "./file-name-of";
import type { StrayPicture } from "./import";
import { importPictures, imports } from "./imports.tables";

/** Maximum number of stray picture names stored per import. */
export const MOST_STRAYS = 200;

/** Collects the names of uploaded pictures that no row names: only as many as can be stored, however many a form has. */
export function strayNames() {
  const names = new Set<string>();
  return {
    add(fileName: string): void {
      if (names.size < MOST_STRAYS && isPictureName(fileName)) names.add(fileNameOf(fileName));
    },
    names: (): string[] => [...names],
  };
}
/** Maximum number of pairs of names to compare, which limits the time of the query. */
const MOST_PAIRS = 100_000;
/** Number of characters of a name that are compared, since the time for a pair grows with its length. */
const COMPARED = 80;
/** Minimum trigram similarity, from 0 to 1, at which a name is suggested for another. */
const ALIKE_FROM = 0.3;

/** Adds names of uploaded pictures that no row names; `noteStrays` compares them with the names of missing pictures later. */
export async function addStrays(db: Database, importId: number, sent: string[]): Promise<void> {
  const names = sent.map(fileNameOf).filter(isPictureName);
  if (names.length === 0) return;
  await db.transaction(async (tx) => {
    const before = await lockedStrays(tx, importId);
    const known = new Set(before?.map(nameOf));
    const fresh = [...new Set(names)].filter((name) => !known.has(name)).map((name) => ({ name, nearest: "" }));
    if (!before || fresh.length === 0) return;
    const strayPictures = [...fresh, ...before].slice(0, MOST_STRAYS);
    await tx.update(imports).set({ strayPictures }).where(eq(imports.id, importId));
  });
}

/** Strays of an import, which is locked; undefined if it does not exist. */
async function lockedStrays(tx: Transaction, importId: number): Promise<StrayPicture[] | undefined> {
  const [entry] = await tx
    .select({ strays: imports.strayPictures })
    .from(imports)
    .where(eq(imports.id, importId))
    .for("update");
  return entry?.strays;
}

/**
 * Stores the names of uploaded pictures that no row names, each with the most similar name of a missing picture. An earlier name
 * is removed once the picture that it resembled has arrived.
 */
export async function noteStrays(db: Database, importId: number, sent: string[]): Promise<void> {
  const pictures = await db
    .select({ source: importPictures.source, state: importPictures.state })
    .from(importPictures)
    .where(eq(importPictures.importId, importId));
  const named = new Set(pictures.map(({ source }) => fileNameOf(source)));
  const waiting = [...new Set(pictures.flatMap(({ source, state }) => (state === "stored" ? [] : fileNameOf(source))))];
  const isWaiting = new Set(waiting);
  await db.transaction(async (tx) => {
    const strays = await lockedStrays(tx, importId);
    if (!strays || (strays.length === 0 && sent.length === 0)) return;
    const before = strays.filter(({ nearest }) => nearest === "" || isWaiting.has(nearest));
    const names = [...new Set([...sent.map(fileNameOf).filter(isPictureName), ...before.map(nameOf)])]
      .filter((name) => !named.has(name))
      .slice(0, MOST_STRAYS);
    const strayPictures = await withNearest(tx, names, waiting);
    await tx.update(imports).set({ strayPictures }).where(eq(imports.id, importId));
  });
}

const nameOf = ({ name }: StrayPicture): string => name;
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "");
const stems = (names: string[]): string =>
  JSON.stringify(names.map((name) => ({ name, stem: beginning(stemOf(name), COMPARED) })));

async function withNearest(tx: Transaction, names: string[], waiting: string[]): Promise<StrayPicture[]> {
  const compared = waiting.length === 0 ? [] : names.slice(0, Math.ceil(MOST_PAIRS / waiting.length));
  const { rows } =
    compared.length === 0
      ? { rows: [] }
      : await tx.execute<{ name: string; nearest: string }>(sql`
          select stray.name, near.name as nearest
          from jsonb_to_recordset(${stems(compared)}::jsonb) as stray (name text, stem text), lateral (
            select own.name from jsonb_to_recordset(${stems(waiting)}::jsonb) as own (name text, stem text)
            where similarity(own.stem, stray.stem) >= ${ALIKE_FROM}
            order by similarity(own.stem, stray.stem) desc, own.name limit 1) as near`);
  const nearest = new Map(rows.map((row) => [row.name, row.nearest]));
  return names.map((name) => ({ name, nearest: nearest.get(name) ?? "" }));
}
