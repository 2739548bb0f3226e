// A process of its own, run by Node's type stripping: it imports nothing of the shop.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import os from "node:os";
import { dirname } from "node:path";

/** A picture to be made smaller: where it lies, and where each width goes. */
export interface Encoding {
  id: number;
  source: string;
  outputs: { width: number; format: "avif" | "webp"; file: string }[];
}
/** What became of it. */
export interface Encoded {
  id: number;
  error?: string;
}

const MAXIMUM_PIXELS = 60_000_000;
const PHOTOGRAPHS = ["jpeg", "png", "webp", "heif"];

// Serving pages comes first. On Linux each thread has a priority of its own; those that begin later inherit it.
os.setPriority(os.constants.priority.PRIORITY_LOW);
const threads = existsSync("/proc/self/task") ? readdirSync("/proc/self/task") : [];
for (const thread of threads) os.setPriority(Number(thread), os.constants.priority.PRIORITY_LOW);
const { default: sharp } = await import("sharp");
// As many pictures at once as there are cores, each on one; nothing remembered.
sharp.concurrency(1);
sharp.cache(false);

const free = Array.from({ length: Math.min(4, os.availableParallelism()) }, () => Promise.resolve());

process.on("message", (encoding: Encoding) => {
  const before = free.shift() ?? Promise.resolve();
  free.push(before.then(() => encode(encoding)).then(report(encoding), report(encoding)));
});
// Whoever asked for it is gone.
process.on("disconnect", () => process.exit());

const report =
  ({ id }: Encoding) =>
  (error?: unknown): void => {
    process.send?.({ id, ...(error !== undefined && { error: String(error) }) } satisfies Encoded);
  };

async function encode({ source, outputs }: Encoding): Promise<void> {
  const original = sharp(source, { limitInputPixels: MAXIMUM_PIXELS });
  const { format = "", autoOrient } = await original.metadata();
  if (!PHOTOGRAPHS.includes(format)) return;
  // A picture is never made wider than it is.
  const missing = outputs.filter(({ width, file }) => width <= autoOrient.width && !existsSync(file));
  if (missing.length === 0) return;

  // Decoded once, as large as the widest of them.
  const widest = Math.max(...missing.map(({ width }) => width));
  const { data, info } = await original.rotate().resize({ width: widest }).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const output of missing) {
    const picture = sharp(data, { raw: { width, height, channels } }).resize({ width: output.width });
    // AVIF at low effort: a hundredth of the time of the best, for a few per cent more bytes.
    const encoded = output.format === "avif" ? picture.avif({ quality: 55, effort: 1 }) : picture.webp({ quality: 78 });
    await writeWhole(output.file, await encoded.toBuffer());
  }
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, bytes);
  await rename(part, file);
}
