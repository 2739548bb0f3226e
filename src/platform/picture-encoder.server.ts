import { type ChildProcess, fork } from "node:child_process";
import os from "node:os";
import type { Encoded, Encoding, Intake } from "./picture-encoder-process";

/** A file that Node runs directly: the shop's bundle would need more memory. */
const PROGRAM = "src/platform/picture-encoder-process.ts";
/** Idle time after which a process ends and frees its memory. */
const IDLE_MS = 10_000;

/** Whether a request waits for the work. Each kind has its own process, so that neither queue delays the other. */
export type Urgency = "awaited" | "background";

/** Priorities of the processes: both below the server's; background work gets otherwise idle processor time. */
const PRIORITIES: Record<Urgency, number> = {
  awaited: 5,
  background: os.constants.priority.PRIORITY_LOW,
};

interface Encoder {
  process: ChildProcess;
  waiting: Map<number, { resolve(encoded: Encoded): void; reject(error: Error): void }>;
}

const encoders: Partial<Record<Urgency, Encoder>> = {};
let count = 0;

/**
 * Makes a picture's widths in another process of low priority, started on demand and ended when idle. Existing files are kept. If that
 * process is killed, its requests fail, and the next one starts a new process.
 */
export async function encodePicture(source: string, outputs: Encoding["outputs"], urgency: Urgency): Promise<void> {
  await done({ source, outputs }, urgency);
}

/** Normalizes an uploaded picture in such a process: returns its size, or the reason of a refusal. */
export const takePictureIn = (
  work: Omit<Intake, "id">,
  urgency: Urgency,
): Promise<Pick<Encoded, "complaint" | "size">> => done(work, urgency);

function done(work: Omit<Encoding, "id"> | Omit<Intake, "id">, urgency: Urgency): Promise<Encoded> {
  const { process, waiting } = (encoders[urgency] ??= startEncoder(urgency));
  const id = (count += 1);
  const answer = new Promise<Encoded>((resolve, reject) => waiting.set(id, { resolve, reject }));
  process.send({ ...work, id });
  return answer;
}

/** Process id of an encoder, while it runs. */
export const encoderId = (urgency: Urgency): number | undefined => encoders[urgency]?.process.pid;

function startEncoder(urgency: Urgency): Encoder {
  // Fewer arenas: threads that decode large pictures would each keep one. The shop's own mmap threshold does not suit a process that always
  // allocates large blocks.
  const { MALLOC_MMAP_THRESHOLD_: _, ...inherited } = process.env;
  const env = { ...inherited, MALLOC_ARENA_MAX: "2" };
  const child = fork(PROGRAM, [String(PRIORITIES[urgency])], {
    execArgv: [],
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const own: Encoder = { process: child, waiting: new Map() };
  const leave = () => {
    // New requests have arrived: it ends after them.
    if (own.waiting.size > 0) return;
    if (encoders[urgency] === own) delete encoders[urgency];
    clearTimeout(idle);
    child.disconnect();
  };
  let idle: NodeJS.Timeout | undefined;
  child.on("message", (encoded: Encoded) => {
    const { id, error, code } = encoded;
    const work = own.waiting.get(id);
    own.waiting.delete(id);
    if (error === undefined) work?.resolve(encoded);
    else work?.reject(Object.assign(new Error(error), code && { code }));
    clearTimeout(idle);
    if (own.waiting.size === 0) (idle = setTimeout(leave, IDLE_MS)).unref();
  });
  const gone = (reason: string) => {
    if (encoders[urgency] === own) delete encoders[urgency];
    clearTimeout(idle);
    for (const { reject } of own.waiting.values()) reject(new Error(`The picture encoder ended: ${reason}.`));
    own.waiting.clear();
  };
  child.on("error", (error) => gone(error.message));
  child.on("exit", (code, signal) => gone(signal ?? `code ${code}`));
  // Must not keep the shop alive: it ends with the IPC channel.
  child.unref();
  child.channel?.unref();
  return own;
}
