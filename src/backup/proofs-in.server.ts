import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onDisk } from "./backup-file.server";
import { type Proof, Proofs } from "./proof";

/** File with the results of restore tests, in the folder of the backups. */
const PROOFS = "restore-tests.json";

/** Reads the results of restore tests in a folder; undefined before the first test, or if the file is unreadable. */
export async function proofsIn(folder: string): Promise<Proofs | undefined> {
  const read = readFile(join(folder, PROOFS), "utf8").then((text) => Proofs.parse(JSON.parse(text)));
  return read.catch(() => undefined);
}

/** Stores the result of a restore test; the last successful result is kept beside it. */
export async function keepProof(folder: string, last: Proof): Promise<void> {
  const proven = last.outcome === "proven" ? last : ((await proofsIn(folder))?.proven ?? null);
  const part = join(folder, `${PROOFS}.${randomUUID()}`);
  await onDisk(part, () => writeFile(part, JSON.stringify({ last, proven } satisfies Proofs)));
  await rename(part, join(folder, PROOFS));
}
