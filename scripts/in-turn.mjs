// A lock between processes, so that two starts in a fresh clone install and build only once.
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Lock files: one for installing packages and building the shop, one for building the back office. */
export const PREPARING = ".react-router/preparing";
export const PREPARING_OFFICE = ".react-router/preparing-back-office";

/**
 * Milliseconds after which an untouched lock file counts as abandoned; the process with the lock touches the file each second.
 */
const ABANDONED = 10_000;

/**
 * Waits for the lock file, runs `work` and releases the lock. Takes over the lock of a process that has ended.
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
    // If two processes remove an abandoned lock at the same moment, the one that wrote last gets the lock.
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
    // EPERM: the process runs as another user.
    return error.code === "EPERM";
  }
}
