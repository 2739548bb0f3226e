import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { journal } from "~/platform/migrations.server";
import { readSealed, UnusableBackup } from "./backup-file.server";
import { checkMedia, mediaBeside } from "./backup-media.server";
import type { Manifest } from "./manifest";
import { readSections } from "./read-sections.server";
import { rowsIn } from "./snapshot.server";

/**
 * Reads a whole backup without writing anything, and verifies every chunk, row count and checksum, and the pictures beside it.
 *
 * @throws {UnusableBackup} if this program cannot restore the backup.
 */
export async function inspectBackup(file: string, passphrase: string | undefined): Promise<Manifest> {
  const found = new Map<string, { rows: number; sha256: string }>();
  const manifest = await readSections(readSealed(file, passphrase), async (section) => {
    const sum = createHash("sha256");
    let rows = 0;
    return {
      async write(lines) {
        sum.update(lines);
        rows += rowsIn(lines);
      },
      async end() {
        found.set("table" in section ? section.table : " jobs", { rows, sha256: sum.digest("hex") });
      },
    };
  });
  const told = [...manifest.tables, { name: " jobs", ...manifest.jobs }];
  const isWhole =
    told.length === found.size &&
    told.every(({ name, rows, sha256 }) => found.get(name)?.rows === rows && found.get(name)?.sha256 === sha256);
  if (!isWhole) throw new UnusableBackup(`${file} is damaged: its rows are not those of its manifest.`);

  const { migrations, last } = manifest.schema;
  if ((await journal())[migrations - 1]?.tag !== last)
    throw new UnusableBackup(`${file} was made by a newer version of the program: install that first.`);
  await checkMedia(mediaBeside(dirname(file)), manifest.media);
  return manifest;
}
