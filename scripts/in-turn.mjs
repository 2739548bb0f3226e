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
  const mine = `${process.pid} ${randomUUID()}`;
  while (!(await isAcquired(file, mine))) await pause(100);
  const alive = setInterval(() => utimes(file, new Date(), new Date()).catch(() => undefined), 1000);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    if ((await markIn(file)) === mine) await rm(file, { force: true });
  }
}

const markIn = (file) => readFile(file, "utf8").catch(() => "");

async function isAcquired(file, mine) {
  try {
    await writeFile(file, mine, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (await isAbandoned(file)) await removeAbandoned(file);
    return false;
  }
}

/**
 * Removes an abandoned lock under a lock of its own: a slow process that saw the abandoned lock earlier cannot remove the lock of
 * the process that has taken over meanwhile.
 */
const removeAbandoned = (file) =>
  inTurn(`${file}-removal`, async () => {
    if (await isAbandoned(file)) await rm(file, { force: true });
  });

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
