import { randomUUID } from "node:crypto";
import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "~/platform/database.server";
import { firstOwnerToken } from "~/shop/members/first-owner.server";

interface OwnerLink {
  link: string;
  /** Path of the file with the link; only its owner may read it. */
  file: string;
}

/**
 * Link that creates the first owner, and the file it is stored in; the same link as long as it works. Once there is an owner the
 * file is deleted and the result is undefined.
 */
export async function ownerLink(
  db: Database,
  { dataDirectory, backOfficeAddress }: { dataDirectory: string; backOfficeAddress: string },
  now = new Date(),
): Promise<OwnerLink | undefined> {
  const file = join(dataDirectory, "owner-link");
  const present = await readFile(file, "utf8").catch(() => "");
  const [, known] = /[?&]token=([\w-]+)/.exec(present) ?? [];
  const token = await firstOwnerToken(db, known, now);
  if (!token) {
    await rm(file, { force: true });
    return undefined;
  }
  const link = `${backOfficeAddress}/welcome?token=${token}`;
  if (token !== known || present.trim() !== link) await writeSecret(file, `${link}\n`);
  await chmod(file, 0o600);
  return { link, file };
}

/** Writes a file with mode 0600 and renames it, so that it is never partial nor readable by others. */
async function writeSecret(file: string, content: string): Promise<void> {
  // The name is unique, since several processes may start at the same time.
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, content, { mode: 0o600, flag: "wx" });
  await rename(part, file);
}

/** Start message about the link: shown in full only on a terminal, because logs must not contain it. */
export const ownerLinkLine = ({ link, file }: OwnerLink, isTerminal: boolean): string =>
  isTerminal ? link : `the link that makes the first owner lies in ${file}`;
