import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { eventually } from "~/testing/eventually";
import type { StoredFile } from "./file-response.server";
import { encoderId } from "./picture-encoder.server";
import { openPictureStore, UnusablePicture } from "./picture-store.server";

const directory = await mkdtemp(join(tmpdir(), "pictures "));
afterAll(() => rm(directory, { recursive: true, force: true }));

const pictures = openPictureStore(directory);
const photograph = await sharp({ create: { width: 500, height: 250, channels: 3, background: "#884422" } })
  .webp()
  .toBuffer();

const whole = async (file: StoredFile | undefined) => file && Buffer.from(await file.read(0, file.size));

test("equal bytes are stored as one picture, with its size in pixels", async () => {
  const first = await pictures.store(photograph);

  expect(first).toMatchObject({ type: "image/webp", width: 500, height: 250, bytes: photograph.length });
  expect(await pictures.store(photograph)).toEqual(first);
  expect(await whole(await pictures.original(first.hash))).toEqual(photograph);
});

test("resized pictures are made in both formats, but never wider than the original", async () => {
  const { hash } = await pictures.store(photograph);
  await pictures.derive(hash);

  const small = await whole(await pictures.derived(hash, 320, "avif"));
  expect((await sharp(small).metadata()).width).toBe(320);
  expect(await pictures.derived(hash, 320, "webp")).toBeDefined();
  expect(await pictures.derived(hash, 640, "webp")).toBeUndefined();
});

/** Number of the scheduling policy "idle" in Linux. */
const IDLE = "5";

/** The scheduling policies of a process's threads; none on systems without `/proc`. */
async function policiesOf(id: number | undefined): Promise<string[]> {
  const threads = await readdir(`/proc/${id}/task`).catch(() => []);
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${id}/task/${thread}/stat`, "utf8")));
  // The name of a thread is in brackets and may have spaces; the policy is the 39th field after it.
  return [...new Set(stats.map((text) => text.slice(text.lastIndexOf(")") + 2).split(" ")[38] ?? ""))];
}

test("pictures are resized by a process of lowest priority; if it is killed, the next one makes only the missing sizes", async () => {
  const colors = Array.from({ length: 6 }, (_, red) => ({ r: 40 * red, g: 90, b: 30 }));
  const hashes = await Promise.all(
    colors.map(async (background) => {
      const large = await sharp({ create: { width: 1600, height: 1600, channels: 3, background } })
        .webp()
        .toBuffer();
      return (await pictures.store(large)).hash;
    }),
  );
  const work = Promise.allSettled(hashes.map((hash) => pictures.derive(hash)));
  const id = encoderId("background");
  expect(id).not.toBe(process.pid);
  const made = () => readdir(join(directory, "made"), { recursive: true }).catch(() => []);
  const before = (await made()).length;
  await eventually(async () => expect((await made()).length).toBeGreaterThan(before + 3));
  expect(getPriority(id)).toBe(constants.priority.PRIORITY_LOW);
  expect(await policiesOf(id)).toEqual(process.platform === "linux" ? [IDLE] : []);
  process.kill(id ?? 0, "SIGKILL");
  expect((await work).some(({ status }) => status === "rejected")).toBe(true);

  const kept = (await made())
    .filter((file) => /\.(avif|webp)$/.test(file))
    .map((file) => join(directory, "made", file));
  const times = await Promise.all(kept.map(async (file) => (await stat(file)).mtimeMs));
  await Promise.all(hashes.map((hash) => pictures.derive(hash)));
  expect(encoderId("background")).not.toBe(id);
  expect(await Promise.all(kept.map(async (file) => (await stat(file)).mtimeMs))).toEqual(times);
  for (const hash of hashes) {
    expect(await pictures.derived(hash, 1280, "avif")).toBeDefined();
    expect(await pictures.derived(hash, 1920, "avif")).toBeUndefined();
  }
});

const large = (red: number) =>
  sharp({ create: { width: 1600, height: 1600, channels: 3, background: { r: red, g: 60, b: 200 } } })
    .webp()
    .toBuffer();

test("a requested size is made at once and kept; if a WebP of that size exists, it is returned instead of an AVIF", async () => {
  const { hash } = await pictures.store(await large(1));

  const early = await pictures.resized(hash, 320, "avif", "");
  expect(early).toMatchObject({ width: 320, format: "avif" });
  expect((await sharp(await whole(early?.file)).metadata()).width).toBe(320);
  expect(await pictures.derived(hash, 320, "avif")).toBeDefined();
  expect(await pictures.derived(hash, 320, "webp")).toBeUndefined();

  await pictures.derive(hash, [480], ["webp"]);
  expect(await pictures.resized(hash, 480, "avif", "")).toMatchObject({ width: 480, format: "webp" });
});

test("if a size cannot be made, the nearest existing one is returned, and the next request tries again", async () => {
  const bytes = await large(90);
  const { hash } = await pictures.store(bytes);
  await pictures.derive(hash, [160]);
  const original = join(directory, "originals", hash.slice(0, 2), hash);
  await writeFile(original, bytes.subarray(0, 40));
  expect(await pictures.resized(hash, 960, "avif", "")).toMatchObject({ width: 160, format: "avif" });

  await writeFile(original, bytes);
  expect(await pictures.resized(hash, 960, "avif", "")).toMatchObject({ width: 960, format: "avif" });
});

test("if a picture is removed while its sizes are made, no file of it remains", async () => {
  const { hash } = await pictures.store(await large(180));
  const work = pictures.derive(hash);
  await eventually(async () => expect(await pictures.derived(hash, 96, "avif")).toBeDefined());
  await pictures.remove(hash);
  await work;

  expect((await readdir(join(directory, "made"), { recursive: true })).filter((file) => file.includes(hash))).toEqual(
    [],
  );
});

test("a drawing and a film are stored unchanged", async () => {
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>',
  );
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.alloc(40)]);

  expect(await pictures.store(drawing)).toMatchObject({ type: "image/svg+xml", width: 20, height: 10 });
  expect(await pictures.store(film)).toMatchObject({ type: "video/mp4", width: 0, height: 0 });
  const { hash } = await pictures.store(drawing);
  expect(await pictures.resized(hash, 96, "webp", "")).toBeUndefined();
});

test.each([
  ["text", "hello"],
  ["a cut-off picture", "\x89PNG\r\n\x1a\n"],
  ["a drawing with a program", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["nothing", ""],
])("storing %s is refused", async (_, content) => {
  await expect(pictures.store(Buffer.from(content, "latin1"))).rejects.toThrow(UnusablePicture);
});

test("an address that is not a hash reads no file", async () => {
  expect(await pictures.original("../../../../etc/passwd")).toBeUndefined();
  expect(await pictures.derived("../../../../etc/passwd", 320, "avif")).toBeUndefined();
});

test("comments before a drawing that never begins do not hold up the process", async () => {
  const comments = Buffer.from(`${"<!---->".repeat(70)}<g/>`);
  await expect(pictures.store(comments)).rejects.toThrow(UnusablePicture);
  expect(
    (
      await pictures.store(
        Buffer.from(`${"<!-- by hand -->".repeat(20)}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`),
      )
    ).hash,
  ).toMatch(/^[0-9a-f]{32}$/);
});
