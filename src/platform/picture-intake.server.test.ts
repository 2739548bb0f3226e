import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { openPictureStore } from "./picture-store.server";

const directory = await mkdtemp(join(tmpdir(), "intake "));
afterAll(() => rm(directory, { recursive: true, force: true }));
const pictures = openPictureStore(directory);

async function* inPieces(bytes: Uint8Array) {
  for (let from = 0; from < bytes.length; from += 60_000) yield bytes.subarray(from, from + 60_000);
}
const photograph = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: "#884422" } });
const whole = async (hash: string) => {
  const file = await pictures.original(hash);
  return Buffer.from((await file?.read(0, file.size)) ?? []);
};

test("[B-47] an uploaded picture is turned upright and loses metadata about camera and place", async () => {
  const sent = await photograph()
    .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "39/1 44/1 21/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(sent).metadata()).exif).toBeDefined();

  const taken = await pictures.takeIn(inPieces(sent));
  expect(taken).toMatchObject({ type: "image/webp", width: 200, height: 300 });
  const own = await whole(taken.hash);
  expect(own).toHaveLength(taken.bytes);
  const { exif, xmp, icc, iptc, orientation, format } = await sharp(own).metadata();
  expect({ exif, xmp, icc, iptc, orientation, format }).toEqual({ format: "webp" });
});

test("[B-47] the sizes for listings exist as soon as a picture is stored, and the upload itself is deleted", async () => {
  const { hash } = await pictures.takeIn(inPieces(await photograph(1000, 900).png().toBuffer()));

  for (const width of [320, 480, 640]) {
    expect(await pictures.derived(hash, width, "avif")).toBeDefined();
    expect(await pictures.derived(hash, width, "webp")).toBeDefined();
  }
  expect(await readdir(join(directory, "incoming"))).toEqual([]);
});

test.each(["jpeg", "png", "webp", "avif"] as const)("an uploaded %s picture is accepted", async (format) => {
  const sent = await photograph(40, 30).toFormat(format).toBuffer();
  expect(await pictures.takeIn(inPieces(sent))).toMatchObject({ width: 40, height: 30, type: "image/webp" });
});

test("a picture larger than any screen is reduced", async () => {
  const sent = await photograph(6000, 3000).webp().toBuffer();
  expect(await pictures.takeIn(inPieces(sent))).toMatchObject({ width: 2560, height: 1280 });
});

const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), randomBytes(600)]);
const half = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
  .jpeg()
  .toBuffer();

const bytesOf = (...bytes: number[]) => Buffer.from(bytes);
const segment = (marker: number, ...bytes: number[]) => bytesOf(0xff, marker, 0, bytes.length + 2, ...bytes);
/** A lawful JPEG of one gray block in many scans: 63 frequencies, each refined bit by bit. Each scan costs a pass over all pixels. */
function jpegOf(scans: number): Buffer {
  const parts = [
    bytesOf(0xff, 0xd8),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    ...[0x00, 0x10].map((table) => segment(0xc4, table, 1, ...Array<number>(15).fill(0), 0)),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    bytesOf(0x7f),
  ];
  for (let scan = 0; scan < scans; scan += 1) {
    const [frequency, bit] = [1 + (scan % 63), 13 - Math.floor(scan / 63)];
    parts.push(segment(0xda, 1, 1, 0, frequency, frequency, ((bit === 13 ? 0 : bit + 1) << 4) | bit), bytesOf(0x7f));
  }
  return Buffer.concat([...parts, bytesOf(0xff, 0xd9)]);
}
const progressive = await photograph().jpeg({ progressive: true }).toBuffer();

test("a progressive JPEG is accepted, also with another one behind its end, as some phones write it", async () => {
  const sent = Buffer.concat([progressive, jpegOf(300)]);
  expect(await pictures.takeIn(inPieces(sent))).toMatchObject({ width: 300, height: 200 });
  expect(await pictures.takeIn(inPieces(jpegOf(20)))).toMatchObject({ width: 8, height: 8 });
});

test.each<[string, string, Uint8Array]>([
  ["a JPEG of hundreds of scans", "damaged", jpegOf(300)],
  ["a renamed program", "no-picture", Buffer.concat([Buffer.from("MZ\x90\0"), randomBytes(5000)])],
  ["a page", "no-picture", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a page that begins as a picture", "damaged", Buffer.from("\xff\xd8\xff<html><script>1</script>", "latin1")],
  ["a drawing", "svg", Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a moving picture", "gif", await photograph(10, 10).gif().toBuffer()],
  ["a picture of an iPhone", "heic", heic],
  ["nothing", "empty", new Uint8Array()],
  ["a picture cut at half", "damaged", half.subarray(0, half.length / 2)],
  ["20,000 pixels a side", "too-many-pixels", await photograph(20_000, 20).png().toBuffer()],
  ["a bomb of pixels", "too-many-pixels", await photograph(11_000, 11_000).png().toBuffer()],
  ["60 MB", "too-large", Buffer.concat([await photograph().png().toBuffer(), Buffer.alloc(60_000_000)])],
])("[B-47] %s is refused with a message, and no file of it remains", async (_, complaint, sent) => {
  const before = await readdir(join(directory, "originals"), { recursive: true });
  await expect(pictures.takeIn(inPieces(sent))).rejects.toMatchObject({ name: "PictureRefused", complaint });
  expect(await readdir(join(directory, "incoming"))).toEqual([]);
  expect(await readdir(join(directory, "originals"), { recursive: true })).toEqual(before);
});

test("a removed picture is deleted with all its sizes", async () => {
  const { hash } = await pictures.takeIn(inPieces(await photograph(400, 400).webp().toBuffer()));
  expect(await pictures.derived(hash, 320, "webp")).toBeDefined();
  await pictures.remove(hash);

  expect(await pictures.original(hash)).toBeUndefined();
  expect(await pictures.derived(hash, 320, "webp")).toBeUndefined();
});
