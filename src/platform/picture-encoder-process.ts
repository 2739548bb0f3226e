// Runs in a process of its own by Node's type stripping, and therefore imports nothing of the shop.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { dirname } from "node:path";

/** A picture to be resized: its file, and a file for each width. */
export interface Encoding {
  id: number;
  source: string;
  outputs: { width: number; format: "avif" | "webp"; file: string }[];
}
/** An uploaded picture to be normalized: its file, the file for the result, and limits of its size. */
export interface Intake {
  id: number;
  source: string;
  own: string;
  limits: { side: number; pixels: number };
}
/** Result of a request to the encoder. */
export interface Encoded {
  id: number;
  error?: string;
  /** Code of an error of the disk. */
  code?: string | undefined;
  /** Result of an intake: the reason of a refusal, or the size in pixels. */
  complaint?: "too-many-pixels" | "no-picture" | "damaged";
  size?: { width: number; height: number };
}

const MAXIMUM_PIXELS = 60_000_000;
/** Longer side of a stored picture; no page shows more. */
const OWN_SIDE = 2560;
/** Effort 4 takes twice the time and saves a thirtieth of the bytes. */
const WEBP_EFFORT = 2;
const PHOTOGRAPHS = ["jpeg", "png", "webp", "heif"];

// Serving pages comes first. On Linux priorities are per thread; later threads inherit it. A process cannot raise the priority it was
// started with.
const priority = Math.max(os.getPriority(), Number(process.argv[2] ?? os.constants.priority.PRIORITY_LOW));
os.setPriority(priority);
const threads = existsSync("/proc/self/task") ? readdirSync("/proc/self/task") : [];
for (const thread of threads) os.setPriority(Number(thread), priority);
const { default: sharp } = await import("sharp");
// One thread per picture, as many pictures as cores, no cache.
sharp.concurrency(1);
sharp.cache(false);

const free = Array.from({ length: Math.min(4, os.availableParallelism()) }, () => Promise.resolve());

process.on("message", (work: Encoding | Intake) => {
  const before = free.shift() ?? Promise.resolve();
  const done = before.then(async (): Promise<Omit<Encoded, "id">> => ("own" in work ? takeIn(work) : encode(work)));
  free.push(
    done.then(
      (outcome) => report({ id: work.id, ...outcome }),
      (error: unknown) => report({ id: work.id, error: String(error), code: (error as NodeJS.ErrnoException).code }),
    ),
  );
});
// Sent when the shop's process has ended.
process.on("disconnect", () => process.exit());

const report = (encoded: Encoded): void => void process.send?.(encoded);

/**
 * Normalizes an uploaded picture: upright, sRGB, without camera and place metadata. The header is read first, so that too large pictures
 * are never decoded.
 */
async function takeIn({ source, own, limits }: Intake): Promise<Omit<Encoded, "id">> {
  const head = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head) return { complaint: "damaged" };
  if (!PHOTOGRAPHS.includes(head.format)) return { complaint: "no-picture" };
  const { width, height } = head;
  if (Math.max(width, height) > limits.side || width * height > limits.pixels) return { complaint: "too-many-pixels" };
  try {
    const { data, info } = await sharp(source, { limitInputPixels: limits.pixels, failOn: "error" })
      .autoOrient()
      .resize({ width: OWN_SIDE, height: OWN_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 90, effort: WEBP_EFFORT })
      .toBuffer({ resolveWithObject: true });
    await writeWhole(own, data);
    return { size: { width: info.width, height: info.height } };
  } catch (error) {
    // Errors of the disk are faults of the shop, not of the picture.
    if (error instanceof Error && "code" in error) throw error;
    return { complaint: "damaged" };
  }
}

async function encode({ source, outputs }: Encoding): Promise<Omit<Encoded, "id">> {
  const original = sharp(source, { limitInputPixels: MAXIMUM_PIXELS });
  const { format = "", autoOrient } = await original.metadata();
  if (!PHOTOGRAPHS.includes(format)) return {};
  // Pictures are never enlarged.
  const missing = outputs.filter(({ width, file }) => width <= autoOrient.width && !existsSync(file));
  if (missing.length === 0) return {};

  // Decoded once, at the widest size.
  const widest = Math.max(...missing.map(({ width }) => width));
  const { data, info } = await original.rotate().resize({ width: widest }).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const [at, outputsOfWidth] of Map.groupBy(missing, (output) => output.width)) {
    const smaller = sharp(data, { raw: { width, height, channels } }).resize({ width: at });
    const { data: pixels, info: raw } = await smaller.raw().toBuffer({ resolveWithObject: true });
    const shape = { width: raw.width, height: raw.height, channels: raw.channels };
    for (const { format: kind, file } of outputsOfWidth)
      await writeWhole(file, await encoded(sharp(pixels, { raw: shape }), kind));
  }
  return {};
}

/** AVIF at low effort takes a hundredth of the time of the best, for a few per cent more bytes. */
function encoded(picture: import("sharp").Sharp, kind: "avif" | "webp"): Promise<Buffer> {
  return kind === "avif"
    ? picture.avif({ quality: 55, effort: 1, chromaSubsampling: "4:2:0" }).toBuffer()
    : picture.webp({ quality: 78, effort: WEBP_EFFORT }).toBuffer();
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, bytes);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
