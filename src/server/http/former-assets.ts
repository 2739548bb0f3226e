import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import { DAY } from "~/platform/durations";

/** Days for which the assets of a release are kept after its last start, for tabs that are still open. */
const KEPT_DAYS = 30;

/**
 * Paths of the build's assets. Their names contain a hash of the content, so that two releases never use one name for two
 * contents.
 */
const ASSET = /^\/assets\/([\w.-]+)$/;

/**
 * File of a former release's script, style sheet or font; undefined for other paths and for files that were deleted. Each file
 * has exactly one path, because responses are cached by path.
 */
export async function formerAsset(folder: string, path: string): Promise<string | undefined> {
  const name = ASSET.exec(path)?.[1];
  if (!name || name.startsWith(".")) return undefined;
  const file = join(folder, name);
  return (await exists(file)) ? file : undefined;
}

/**
 * Copies the assets of this release to a folder that later releases read, and deletes assets whose release has not started for 30
 * days. Several processes may run it at the same time.
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
    // Another process may have deleted the file.
    const kept = await stat(file).catch(() => undefined);
    if (kept && now.getTime() - kept.mtimeMs > KEPT_DAYS * DAY) await rm(file, { force: true });
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
