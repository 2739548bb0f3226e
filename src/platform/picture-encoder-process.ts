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
/** An uploaded picture to be made the shop's own: where it lies, where the picture that stays goes, and what it may measure. */
export interface Intake {
  id: number;
  source: string;
  own: string;
  limits: { side: number; pixels: number };
}
/** Result of an order to the encoder. */
export interface Encoded {
  id: number;
  error?: string;
  /** Result of an intake: why the picture was not taken, else its size now, in pixels. */
  complaint?: "too-many-pixels" | "no-picture" | "damaged";
  size?: { width: number; height: number };
}

const MAXIMUM_PIXELS = 60_000_000;
/** The longer side of a picture that is taken in; more is shown nowhere. */
const OWN_SIDE = 2560;
/** The fourth takes twice the time, for a thirtieth of the bytes. */
const WEBP_EFFORT = 2;
const PHOTOGRAPHS = ["jpeg", "png", "webp", "heif"];

// Serving pages comes first. On Linux each thread has a priority of its own; those that begin later inherit it. A process that was
// started at a lower priority may not raise it.
const priority = Math.max(os.getPriority(), Number(process.argv[2]));
os.setPriority(priority);
const threads = existsSync("/proc/self/task") ? readdirSync("/proc/self/task") : [];
for (const thread of threads) os.setPriority(Number(thread), priority);
const { default: sharp } = await import("sharp");
// As many pictures at once as there are cores, each on one; nothing remembered.
sharp.concurrency(1);
sharp.cache(false);

const free = Array.from({ length: Math.min(4, os.availableParallelism()) }, () => Promise.resolve());

process.on("message", (work: Encoding | Intake) => {
  const before = free.shift() ?? Promise.resolve();
  const done = before.then(async (): Promise<Omit<Encoded, "id">> => ("own" in work ? takeIn(work) : encode(work)));
  free.push(
    done.then(
      (outcome) => report({ id: work.id, ...outcome }),
      (error: unknown) => report({ id: work.id, error: String(error) }),
    ),
  );
});
// The shop's process has ended.
process.on("disconnect", () => process.exit());

const report = (encoded: Encoded): void => void process.send?.(encoded);

/**
 * Makes the picture that stays of an uploaded one: upright, in the colors of the web, without what its file says of camera and
 * place. The head is read before anything is unpacked, so that what is too large unpacks nothing.
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
    // An error of the disk is a fault of ours.
    if (error instanceof Error && "code" in error) throw error;
    return { complaint: "damaged" };
  }
}

async function encode({ source, outputs }: Encoding): Promise<Omit<Encoded, "id">> {
  const original = sharp(source, { limitInputPixels: MAXIMUM_PIXELS });
  const { format = "", autoOrient } = await original.metadata();
  if (!PHOTOGRAPHS.includes(format)) return {};
  // A picture is never made wider than it is.
  const missing = outputs.filter(({ width, file }) => width <= autoOrient.width && !existsSync(file));
  if (missing.length === 0) return {};

  // Decoded once, as large as the widest of them.
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
  await writeFile(part, bytes);
  await rename(part, file);
}
