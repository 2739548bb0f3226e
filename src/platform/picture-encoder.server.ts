import { type ChildProcess, fork } from "node:child_process";
import os from "node:os";
import type { Encoded, Encoding, Intake } from "./picture-encoder-process";

/** Its own file, which Node runs as it stands: the shop's bundle would bring its memory along. */
const PROGRAM = "src/platform/picture-encoder-process.ts";
/** After so long without work a process ends, and its memory is free. */
const IDLE_MS = 10_000;

/** Whether somebody waits for the work. Each kind has a process of its own: no line of the one stands before the other. */
export type Urgency = "awaited" | "background";

/** Priorities of the processes: behind the pages' in any case; the background gets what nobody else takes. */
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
 * Makes a picture's widths in another process of low priority, which is started when there is work, ends when there is none
 * and with this one. What is there already is left as it is. A process that was killed fails its work; the next starts another.
 */
export async function encodePicture(source: string, outputs: Encoding["outputs"], urgency: Urgency): Promise<void> {
  await done({ source, outputs }, urgency);
}

/** Makes the picture that stays of an uploaded one in the same way: how large it is, or why it is not taken. */
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

/** The process id of an encoder, while there is one. */
export const encoderId = (urgency: Urgency): number | undefined => encoders[urgency]?.process.pid;

function startEncoder(urgency: Urgency): Encoder {
  // Threads that allocate large pictures in turn would keep an arena each. The shop's bound for what is mapped is not for who takes
  // large pieces all the time.
  const { MALLOC_MMAP_THRESHOLD_: _, ...inherited } = process.env;
  const env = { ...inherited, MALLOC_ARENA_MAX: "2" };
  const child = fork(PROGRAM, [String(PRIORITIES[urgency])], {
    execArgv: [],
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const own: Encoder = { process: child, waiting: new Map() };
  const leave = () => {
    // Asked for again meanwhile: it leaves when that is done.
    if (own.waiting.size > 0) return;
    if (encoders[urgency] === own) delete encoders[urgency];
    clearTimeout(idle);
    child.disconnect();
  };
  let idle: NodeJS.Timeout | undefined;
  child.on("message", (encoded: Encoded) => {
    const { id, error } = encoded;
    const work = own.waiting.get(id);
    own.waiting.delete(id);
    if (error === undefined) work?.resolve(encoded);
    else work?.reject(new Error(error));
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
  // Nobody waits for it at the end: it goes with the connection to us.
  child.unref();
  child.channel?.unref();
  return own;
}
