import { readdir, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { LRUCache } from "lru-cache";

/** Folder with a limited size for files that can be fetched again; the files that were unused longest are deleted. */
export interface FileCache {
  /** Records that a file was created or used. */
  used(file: string): Promise<void>;
}

/** Opens a folder as a cache with a maximum size in bytes. Files of an earlier process are counted from the first call on. */
export function openFileCache(folder: string, bytes: number): FileCache {
  const files = new LRUCache<string, number>({
    maxSize: bytes,
    sizeCalculation: (size) => Math.max(1, size),
    dispose(_, file, reason) {
      // The file may have been deleted by another process already.
      if (reason === "evict") void rm(join(folder, file), { force: true }).catch(() => undefined);
    },
  });
  let known: Promise<void> | undefined;

  async function readFolder(): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const found = await Promise.all(
      entries.flatMap((entry) => {
        if (!entry.isFile() || entry.name.endsWith(".part")) return [];
        const file = join(entry.parentPath, entry.name);
        return [
          stat(file)
            .then(({ size, mtimeMs }) => ({ file, size, mtimeMs }))
            .catch(() => undefined),
        ];
      }),
    );
    const all = found.filter((file) => file !== undefined).toSorted((one, other) => one.mtimeMs - other.mtimeMs);
    for (const { file, size } of all) files.set(relative(folder, file), size);
  }

  return {
    async used(file) {
      await (known ??= readFolder());
      const name = relative(folder, file);
      if (files.get(name) !== undefined) return;
      const found = await stat(file).catch(() => undefined);
      if (found) files.set(name, found.size);
    },
  };
}
