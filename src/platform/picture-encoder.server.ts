import { type ChildProcess, fork } from "node:child_process";
import os from "node:os";
import type { Composition, Encoded, Encoding, Intake } from "./picture-encoder-process";

/** Path of the encoder's program, which Node runs directly, because the shop's bundle would need more memory. */
const PROGRAM = "src/platform/picture-encoder-process.ts";
/** Milliseconds without requests after which an encoder process ends to free its memory. */
const IDLE_MS = 10_000;

/** Whether a request waits for the work. Each kind has its own process, so that neither delays the other. */
export type Urgency = "awaited" | "background";

/**
 * Priorities of the encoder processes, lower than the server's; background work has the lowest.
 */
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
 * Makes sizes of a picture in another process of low priority, which is started on demand and ends when idle. Existing files are
 * kept. If the process is killed, its requests fail, and the next request starts a new process.
 */
export async function encodePicture(source: string, outputs: Encoding["outputs"], urgency: Urgency): Promise<void> {
  await done({ source, outputs }, urgency);
}

/** Normalizes an uploaded picture in an encoder process; returns its size, or the reason why it is refused. */
export const takePictureIn = (
  work: Omit<Intake, "id">,
  urgency: Urgency,
): Promise<Pick<Encoded, "complaint" | "size">> => done(work, urgency);

/** Makes a JPEG of a picture between two drawings; nothing if the source is no photograph and no cut-out. */
export async function composePicture(work: Omit<Composition, "id">): Promise<void> {
  await done(work, "awaited");
}

function done(
  work: Omit<Encoding, "id"> | Omit<Intake, "id"> | Omit<Composition, "id">,
  urgency: Urgency,
): Promise<Encoded> {
  const { process, waiting } = (encoders[urgency] ??= startEncoder(urgency));
  const id = (count += 1);
  const answer = new Promise<Encoded>((resolve, reject) => waiting.set(id, { resolve, reject }));
  process.send({ ...work, id });
  return answer;
}

/** Process id of a running encoder; undefined if none runs. */
export const encoderId = (urgency: Urgency): number | undefined => encoders[urgency]?.process.pid;

function startEncoder(urgency: Urgency): Encoder {
  // Sets fewer memory arenas, since each thread that decodes large pictures would keep one. The mmap threshold of the shop's
  // process is not inherited, because it does not suit a process that always allocates large blocks.
  const { MALLOC_MMAP_THRESHOLD_: _, ...inherited } = process.env;
  const env = { ...inherited, MALLOC_ARENA_MAX: "2" };
  const child = fork(PROGRAM, [String(PRIORITIES[urgency])], {
    execArgv: [],
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const own: Encoder = { process: child, waiting: new Map() };
  const leave = () => {
    // New requests have arrived; the process ends after them.
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
  // The child must not keep the shop's process alive; it ends when the IPC channel closes.
  child.unref();
  child.channel?.unref();
  return own;
}
