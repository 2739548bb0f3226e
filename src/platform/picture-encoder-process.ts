// Node runs this file directly in its own process by type stripping, so that it cannot import modules of the shop.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { dirname } from "node:path";

/** A picture to resize: its file, and a target file for each size. */
export interface Encoding {
  id: number;
  source: string;
  outputs: { width: number; format: "avif" | "webp"; file: string }[];
}
/** An uploaded picture to normalize: its file, the target file, and the limits of its size. */
export interface Intake {
  id: number;
  source: string;
  own: string;
  limits: { side: number; pixels: number };
}
/**
 * A picture to place between two drawings (SVGs of equal size), encoded as JPEG: a cut-out stands in the box, a photograph fills
 * everything if it is wide, else the right side. An existing target is kept.
 */
export interface Composition {
  id: number;
  source: string;
  target: string;
  under: string;
  over: string;
  size: { width: number; height: number };
  /** Center of a cut-out, and its greatest width and height, in pixels. */
  box: { x: number; y: number; width: number; height: number };
}
/** Answer to a request to the encoder. */
export interface Encoded {
  id: number;
  error?: string;
  /** Code of a disk error. */
  code?: string | undefined;
  /** Result for an uploaded picture: the reason why it is refused, or its size in pixels. */
  complaint?: "too-many-pixels" | "no-picture" | "damaged";
  size?: { width: number; height: number };
}

const MAXIMUM_PIXELS = 60_000_000;
/** Maximum length in pixels of a stored picture's longer side; no page shows a larger one. */
const OWN_SIDE = 2560;
/** Effort for WebP; 4 would take twice the time and save a thirtieth of the bytes. */
const WEBP_EFFORT = 2;
const PHOTOGRAPHS = ["jpeg", "png", "webp", "heif"];

// Serving pages is more important than resizing. On Linux a priority belongs to a thread, and threads started later inherit it. A
// process cannot raise the priority with which it was started.
const priority = Math.max(os.getPriority(), Number(process.argv[2] ?? os.constants.priority.PRIORITY_LOW));
os.setPriority(priority);
const threads = existsSync("/proc/self/task") ? readdirSync("/proc/self/task") : [];
for (const thread of threads) os.setPriority(Number(thread), priority);
// Threads of the policy "idle" leave the processor at once to any other thread that wakes; with the lowest priority alone the other
// waits for the end of a slice. Node cannot set the policy. A system without `chrt` keeps the priority.
if (priority === os.constants.priority.PRIORITY_LOW)
  spawnSync("chrt", ["--all-tasks", "--idle", "--pid", "0", String(process.pid)], { stdio: "ignore" });
const { default: sharp } = await import("sharp");
// Uses one thread per picture and no cache; as many pictures are encoded at a time as there are cores, at most four.
sharp.concurrency(1);
sharp.cache(false);

const free = Array.from({ length: Math.min(4, os.availableParallelism()) }, () => Promise.resolve());

process.on("message", (work: Encoding | Intake | Composition) => {
  const before = free.shift() ?? Promise.resolve();
  const done = before.then(() => outcomeOf(work));
  free.push(
    done.then(
      (outcome) => report({ id: work.id, ...outcome }),
      (error: unknown) => report({ id: work.id, error: String(error), code: (error as NodeJS.ErrnoException).code }),
    ),
  );
});
// Emitted when the shop's process has ended.
process.on("disconnect", () => process.exit());

async function outcomeOf(work: Encoding | Intake | Composition): Promise<Omit<Encoded, "id">> {
  if ("own" in work) return takeIn(work);
  return "under" in work ? compose(work) : encode(work);
}

const report = (encoded: Encoded): void => void process.send?.(encoded);

/**
 * Normalizes an uploaded picture: upright, in sRGB, without metadata about camera and place. The header is read first, so that a
 * picture that is too large is never decoded.
 */
async function takeIn({ source, own, limits }: Intake): Promise<Omit<Encoded, "id">> {
  const head = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head) return { complaint: "damaged" };
  if (!PHOTOGRAPHS.includes(head.format)) return { complaint: "no-picture" };
  if (head.isProgressive && head.format === "jpeg" && (await hasTooManyScans(source))) return { complaint: "damaged" };
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
    // A disk error is a fault of the shop, not of the picture.
    if (error instanceof Error && "code" in error) throw error;
    return { complaint: "damaged" };
  }
}

/** Maximum number of scans of a progressive JPEG; programs write about ten. */
const MOST_SCANS = 100;
const [START_OF_SCAN, END_OF_IMAGE] = [0xda, 0xd9];

/** Whether a JPEG has more scans than any program writes: each one is a pass over all pixels, and may have sixty bytes. */
async function hasTooManyScans(source: string): Promise<boolean> {
  const bytes = await readFile(source);
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0 && scans <= MOST_SCANS; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? END_OF_IMAGE;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    // Within a scan 0xff stands before 0 or the number of a restart, and several of them may fill up the space before a marker.
    const isWithoutLength = marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8);
    at += marker === 0xff ? 1 : isWithoutLength || at + 4 > bytes.length ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return scans > MOST_SCANS;
}

async function encode({ source, outputs }: Encoding): Promise<Omit<Encoded, "id">> {
  const original = sharp(source, { limitInputPixels: MAXIMUM_PIXELS });
  const { format = "", autoOrient, isProgressive } = await original.metadata();
  if (!PHOTOGRAPHS.includes(format)) return {};
  if (isProgressive && format === "jpeg" && (await hasTooManyScans(source))) return {};
  // Only sizes that are not wider than the picture and do not exist yet.
  const missing = outputs.filter(({ width, file }) => width <= autoOrient.width && !existsSync(file));
  if (missing.length === 0) return {};

  // The picture is decoded only once, for the widest size.
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

/** Quality of a composed picture: its letters have sharp edges. */
const JPEG = { quality: 86, chromaSubsampling: "4:4:4" };
/** Least width by height of a photograph that fills the whole composition. */
const WIDE = 1.2;

async function compose({ source, target, under, over, size, box }: Composition): Promise<Omit<Encoded, "id">> {
  if (existsSync(target)) return {};
  const original = sharp(source, { limitInputPixels: MAXIMUM_PIXELS });
  const { format = "", isProgressive } = await original.metadata();
  if (!PHOTOGRAPHS.includes(format)) return {};
  if (isProgressive && format === "jpeg" && (await hasTooManyScans(source))) return {};
  const { data, info } = await original
    .autoOrient()
    .toColourspace("srgb")
    .resize({ width: size.width, height: size.width, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const upright = () => sharp(data, { raw: { width, height, channels } });
  const isPhotograph = channels === 3 || channels === 1 || (await upright().stats()).isOpaque;
  const placed = isPhotograph ? await placedPhotograph(upright(), info, size) : await placedCutOut(upright, box);
  const composed = await sharp(Buffer.from(under))
    .composite([placed, { input: Buffer.from(over), left: 0, top: 0 }])
    .flatten()
    .jpeg(JPEG)
    .toBuffer();
  await writeWhole(target, composed);
  return {};
}

type Sharp = import("sharp").Sharp;

async function placedPhotograph(
  picture: Sharp,
  { width, height }: { width: number; height: number },
  size: Composition["size"],
) {
  const isWide = width >= WIDE * height;
  const shown = isWide ? size.width : Math.min(size.width, Math.round((size.height * width) / height));
  const resized = picture.resize({ width: shown, height: size.height, fit: "cover" });
  return { ...(await inRaw(resized)), left: size.width - shown, top: 0 };
}

/** Cut-out without its transparent border, which differs between pictures. */
async function placedCutOut(upright: () => Sharp, box: Composition["box"]) {
  const trimmed = await inRaw(upright().trim({ background: { r: 0, g: 0, b: 0, alpha: 0 } }))
    // A picture in which nothing can be seen has no border.
    .catch(() => inRaw(upright()));
  const { width, height } = box;
  const placed = await inRaw(sharp(trimmed.input, { raw: trimmed.raw }).resize({ width, height, fit: "inside" }));
  const { raw } = placed;
  return { ...placed, left: Math.round(box.x - raw.width / 2), top: Math.round(box.y - raw.height / 2) };
}

async function inRaw(picture: Sharp) {
  const { data: input, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { input, raw: { width, height, channels } };
}

/** Encodes a picture. AVIF with low effort takes a hundredth of the time of the highest one, for a few percent more bytes. */
function encoded(picture: import("sharp").Sharp, kind: "avif" | "webp"): Promise<Buffer> {
  return kind === "avif"
    ? picture.avif({ quality: 50, effort: 1, chromaSubsampling: "4:2:0" }).toBuffer()
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
