import { isDeepStrictEqual } from "node:util";
import { connectAsOwner } from "~/platform/migrations.server";
import type { Manifest } from "./manifest";
import { snapshotOf } from "./snapshot.server";

/** Row counts and checksums of a database, as in the manifest of its backup. */
export async function manifestOf(ownerUrl: string): Promise<Manifest> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    let found: Manifest | undefined;
    const content = snapshotOf(owner, { shopName: "", fingerprints: { secretKey: "" } }, async (manifest) => {
      found = manifest;
    });
    for await (const piece of content) void piece;
    if (!found) throw new Error("The snapshot ended without its manifest.");
    return found;
  } finally {
    await owner.end();
  }
}

/** Names of the tables and other parts in which the manifests of two databases differ. */
export function differencesOf(old: Manifest, fresh: Manifest): string[] {
  const found = new Map(fresh.tables.map((table) => [table.name, table]));
  const tables = old.tables.filter((table) => !isDeepStrictEqual(found.get(table.name), table)).map(({ name }) => name);
  return [
    ...tables,
    ...(isDeepStrictEqual(old.sequences, fresh.sequences) ? [] : ["numbers of sequences"]),
    ...(old.jobs.rows === fresh.jobs.rows ? [] : ["open jobs"]),
    ...(isDeepStrictEqual(old.schema, fresh.schema) ? [] : ["migrations"]),
  ];
}
