import { constants, type Stats } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { PostgresUnavailable, type PostgresUser } from "./postgres-unavailable";

const GROUP_AND_OTHERS_WRITE = 0o022;

/**
 * Creates a directory that only one user may enter, or accepts an existing one.
 *
 * @throws {PostgresUnavailable} for a link, if it belongs to another user, or if others could have written files into it.
 */
export async function privateDirectory(directory: string, user: PostgresUser | undefined): Promise<void> {
  await withDirectory(directory, 0o700, async (handle, { uid }) => {
    if (uid !== process.getuid?.() && uid !== user?.uid)
      throw new PostgresUnavailable(`${directory} belongs to another user; start the shop as its owner or as root.`);
    await handle.chown(user?.uid ?? process.getuid?.() ?? uid, user?.gid ?? process.getgid?.() ?? -1);
    await handle.chmod(0o700);
  });
}

/**
 * Creates a directory of this process's user that others may enter and read but not change, or accepts an existing one.
 *
 * @throws {PostgresUnavailable} as `privateDirectory`.
 */
export function sharedDirectory(directory: string): Promise<void> {
  return withDirectory(directory, 0o755, async (_handle, { uid }) => {
    if (uid !== process.getuid?.())
      throw new PostgresUnavailable(`${directory} belongs to another user; it has to be root's.`);
  });
}

/** Checks and changes the opened directory itself, because its path could be replaced meanwhile. */
async function withDirectory(
  directory: string,
  mode: number,
  judge: (handle: FileHandle, found: Stats) => Promise<void>,
): Promise<void> {
  await mkdir(directory, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const handle = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    (error: NodeJS.ErrnoException) => {
      if (!["ELOOP", "ENOTDIR"].includes(error.code ?? "")) throw error;
      throw new PostgresUnavailable(`${directory} is a link or no directory; remove it, then start again.`);
    },
  );
  try {
    const found = await handle.stat();
    if (found.mode & GROUP_AND_OTHERS_WRITE)
      throw new PostgresUnavailable(
        `Others may write into ${directory}; look what lies there and take that right away.`,
      );
    await judge(handle, found);
  } finally {
    await handle.close();
  }
}
