// A lock between processes: two starts in a fresh clone install and build once.
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Lock files: of installing packages and building the shop, and of building the back office. */
export const PREPARING = ".react-router/preparing";
export const PREPARING_OFFICE = ".react-router/preparing-back-office";

/** Age, in milliseconds, at which a lock counts as abandoned; its holder touches the file each second. */
const ABANDONED = 10_000;

/**
 * Does work while it holds the lock of a file. The lock of a killed process is taken over.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 */
export async function inTurn(file, work) {
  await mkdir(dirname(file), { recursive: true });
  while (!(await isAcquired(file))) await pause(100);
  const alive = setInterval(() => utimes(file, new Date(), new Date()).catch(() => undefined), 1000);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    await rm(file, { force: true });
  }
}

async function isAcquired(file) {
  const mine = `${process.pid} ${randomUUID()}`;
  try {
    await writeFile(file, mine, { flag: "wx" });
    // Two processes may remove an abandoned lock at the same moment: the later one keeps it.
    await pause(20);
    return (await readFile(file, "utf8").catch(() => "")) === mine;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (await isAbandoned(file)) await rm(file, { force: true });
    return false;
  }
}

async function isAbandoned(file) {
  try {
    const [mark, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return Date.now() - mtimeMs > ABANDONED || (mark !== "" && !isAlive(Number.parseInt(mark, 10)));
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return error.code === "EPERM";
  }
}
