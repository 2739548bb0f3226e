import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, join } from "node:path";

/** How long a tab of an earlier release goes on loading its scripts, in days since that release last started. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Names that the build makes: with a hash of the content, so that names of two releases never mean two contents. */
const ASSET = /^\/assets\/([\w.-]+)$/;

/**
 * File of a former release's script, style sheet or font; undefined for another path, seen from the address of the build, or one that is not
 * kept. Each has one path: answers are remembered by theirs.
 */
export async function formerAsset(folder: string, path: string): Promise<string | undefined> {
  const name = ASSET.exec(path)?.[1];
  if (!name || name.startsWith(".")) return undefined;
  const file = join(folder, name);
  return (await exists(file)) ? file : undefined;
}

/**
 * Keeps the assets of this release in a folder that later releases read, and deletes those that no release had for 30 days. Several processes
 * may do it at once.
 */
export async function keepAssets(assets: string, folder: string, now = new Date()): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(assets)) {
    const kept = join(folder, name);
    if (!(await exists(kept))) {
      const part = join(folder, `.${name}.${randomUUID()}`);
      await copyFile(join(assets, name), part);
      await rename(part, kept);
    }
    await utimes(kept, now, now);
  }
  for (const name of await readdir(folder)) {
    const file = join(folder, basename(name));
    // Another process may delete it meanwhile.
    const kept = await stat(file).catch(() => undefined);
    if (kept && now.getTime() - kept.mtimeMs > KEPT_DAYS * DAY_MS) await rm(file, { force: true });
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
