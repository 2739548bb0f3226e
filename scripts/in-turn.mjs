// Lets one process of several work at a time: two starts in a fresh clone install and build once.
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Files of the turns that installing and building the shop take, and building the back office. */
export const PREPARING = ".react-router/preparing";
export const PREPARING_OFFICE = ".react-router/preparing-back-office";

/** Age, in milliseconds, from which on a turn belongs to nobody; whoever has it says each second that it is alive. */
const FORSAKEN = 10_000;

/**
 * Does some work while no other process does work under the same file. A process that was killed keeps nobody waiting.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 */
export async function inTurn(file, work) {
  await mkdir(dirname(file), { recursive: true });
  while (!(await isTaken(file))) await pause(100);
  const alive = setInterval(() => utimes(file, new Date(), new Date()).catch(() => undefined), 1000);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    await rm(file, { force: true });
  }
}

async function isTaken(file) {
  const mine = `${process.pid} ${randomUUID()}`;
  try {
    await writeFile(file, mine, { flag: "wx" });
    // Two that found a forsaken one at the same moment may each have removed it: the later of them has the turn.
    await pause(20);
    return (await readFile(file, "utf8").catch(() => "")) === mine;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (await isForsaken(file)) await rm(file, { force: true });
    return false;
  }
}

async function isForsaken(file) {
  try {
    const [mark, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return Date.now() - mtimeMs > FORSAKEN || (mark !== "" && !isAlive(Number.parseInt(mark, 10)));
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
    // Another user's process.
    return error.code === "EPERM";
  }
}
