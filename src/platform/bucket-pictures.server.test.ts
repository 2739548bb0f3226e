import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { CLIENT_ADDRESS } from "~/shop/form-limits.server";
import { eventually } from "~/testing/eventually";
import { openFakeS3 } from "~/testing/fake-s3";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";
import { openObjectStore, StoreUnavailable } from "./object-store.server";
import { openOutgoing } from "./outgoing.server";
import { openBucketPictures } from "./bucket-pictures.server";

const shop = await openTestShop();
const pictureOf = (red: number) =>
  sharp({ create: { width: 700, height: 900, channels: 3, background: { r: red, g: 80, b: 40 } } })
    .webp()
    .toBuffer();

type Fake = Awaited<ReturnType<typeof openFakeS3>>;

/** Opens a picture store on the fake S3 store with its own empty folder, as on another machine. */
async function machine(fake: Fake, { cacheBytes = 1e9, secret = fake.bucket.secretAccessKey, patience = 60_000 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "pictures-cache-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const bucket = { ...fake.bucket, secretAccessKey: secret };
  const objects = openObjectStore(bucket, openOutgoing(), { patience, pause: 0 });
  const pictures = openBucketPictures(folder, objects, { cacheBytes, wait: patience });
  const app = testApp({ ...shop, pictures }, { pages: async () => new Response("page") });
  const get = (path: string) => app.fetch(new Request(shop.address + path));
  return { pictures, folder, get };
}

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

test("only the store has the pictures: a machine with an empty folder shows them, and makes lost sizes again [B-82]", async () => {
  const fake = await openFakeS3();
  const one = await machine(fake);
  const { hash } = await one.pictures.store(await pictureOf(200));
  expect(await one.pictures.resized(hash, 320, "webp", "")).toMatchObject({ width: 320 });
  await eventually(() => expect([...fake.objects.keys()]).toContain(`live/widths/${hash}-320.webp`));
  expect([...fake.objects.keys()]).toContain(`live/originals/${hash}`);

  const other = await machine(fake);
  const shown = await other.get(`/pictures/${hash}/320.webp`);
  expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, expect.stringContaining("immutable")]);
  expect(fake.asked.filter((request) => request === `GET live/originals/${hash}`)).toEqual([]);

  fake.objects.delete(`live/widths/${hash}-320.webp`);
  const third = await machine(fake);
  expect((await third.get(`/pictures/${hash}/320.webp`)).status).toBe(200);
  await eventually(() => expect([...fake.objects.keys()]).toContain(`live/widths/${hash}-320.webp`));
});

test("a picture composed with drawings is made by each machine, and shown while the store is down", async () => {
  const fake = await openFakeS3();
  const { hash } = await (await machine(fake)).pictures.store(await pictureOf(90));
  const other = await machine(fake);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="63"/>';
  const size = { width: 120, height: 63 };
  const draw = async () => ({ under: drawing, over: drawing, size, box: { x: 60, y: 30, width: 50, height: 50 } });
  const composed = () => other.pictures.composed(hash, "key", draw, "");
  await eventually(async () => expect(await composed()).toMatchObject({ type: "image/jpeg" }));

  fake.mood = "down";
  expect(await composed()).toMatchObject({ type: "image/jpeg" });
  expect([...fake.objects.keys()].filter((name) => name.includes("key"))).toEqual([]);
});

test("while the store is down, a picture in the folder is shown, another gets a placeholder that is not cached, and pages work [B-82]", async () => {
  const fake = await openFakeS3();
  const here = await machine(fake);
  const near = await here.pictures.store(await pictureOf(10));
  const far = await (await machine(fake)).pictures.store(await pictureOf(20));
  await here.pictures.resized(near.hash, 320, "webp", "");

  fake.mood = "down";
  expect((await here.get(`/pictures/${near.hash}/320.webp`)).status).toBe(200);
  const nearby = await here.get(`/pictures/${near.hash}/640.webp`);
  expect([nearby.status, nearby.headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
  const absent = await here.get(`/pictures/${far.hash}/320.webp`);
  expect([absent.status, absent.headers.get("cache-control")]).toEqual([503, "no-store"]);
  expect(absent.headers.get("content-type")).toBe("image/svg+xml");
  expect(await (await here.get("/shop/men")).text()).toBe("page");

  fake.mood = "well";
  expect((await here.get(`/pictures/${far.hash}/320.webp`)).status).toBe(200);
});

test("a request waits for a silent store only as long as configured [B-82]", async () => {
  const fake = await openFakeS3();
  const { hash } = await (await machine(fake)).pictures.store(await pictureOf(25));
  fake.mood = "silent";
  const impatient = await machine(fake, { patience: 200 });

  expect((await impatient.get(`/pictures/${hash}/320.webp`)).status).toBe(503);
  await expect(impatient.pictures.store(await pictureOf(26))).rejects.toThrow(StoreUnavailable);
  expect(await filesIn(impatient.folder)).toEqual([]);
});

test("a picture that cannot be uploaded is refused, and not kept or shown [B-82]", async () => {
  const fake = await openFakeS3();
  const { pictures, folder } = await machine(fake);
  for (const mood of ["down", "cutting"] as const) {
    fake.mood = mood;
    await expect(pictures.store(await pictureOf(30))).rejects.toThrow(StoreUnavailable);
    expect(await filesIn(folder)).toEqual([]);
  }
  fake.mood = "well";
  fake.objects.clear();
  const { hash } = await pictures.store(await pictureOf(30));
  expect(await pictures.original(hash)).toMatchObject({ type: "image/webp" });
});

test("a download that is cut off, or has other bytes, is never shown", async () => {
  const fake = await openFakeS3();
  const { hash } = await (await machine(fake)).pictures.store(await pictureOf(40));
  const other = await machine(fake);

  fake.mood = "cutting";
  await expect(other.pictures.original(hash)).rejects.toThrow(StoreUnavailable);
  fake.mood = "well";
  const object = fake.objects.get(`live/originals/${hash}`);
  fake.objects.set(`live/originals/${hash}`, { bytes: await pictureOf(41), at: new Date() });
  await expect(other.pictures.original(hash)).rejects.toThrow(StoreUnavailable);
  expect(await filesIn(other.folder)).toEqual([]);

  if (object) fake.objects.set(`live/originals/${hash}`, object);
  expect(await other.pictures.original(hash)).toMatchObject({ size: object?.bytes.length });
});

test("requests are signed: the store refuses them with a wrong secret, and accepts them with the right one", async () => {
  const fake = await openFakeS3();
  await expect((await machine(fake, { secret: "guessed" })).pictures.store(await pictureOf(50))).rejects.toThrow(
    StoreUnavailable,
  );
  expect(fake.objects.size).toBe(0);
  expect(await (await machine(fake)).pictures.store(await pictureOf(50))).toMatchObject({ width: 700 });
});

test("the cache folder stays within its size, and a file deleted from it is downloaded again", async () => {
  const fake = await openFakeS3();
  const writer = await machine(fake);
  const hashes: string[] = [];
  for (let red = 100; red < 110; red++) hashes.push((await writer.pictures.store(await pictureOf(red))).hash);
  const size = fake.objects.get(`live/originals/${hashes[0]}`)?.bytes.length ?? 0;

  const small = await machine(fake, { cacheBytes: Math.ceil(size * 3.5) });
  for (const hash of hashes) expect(await small.pictures.original(hash)).toBeDefined();
  await eventually(async () => expect((await filesIn(small.folder)).length).toBeLessThanOrEqual(3));
  expect(await small.pictures.original(hashes[0] ?? "")).toBeDefined();
});

test("a picture that was stored again lately is not swept; an older one is removed from the store with all its sizes", async () => {
  const fake = await openFakeS3();
  const { pictures } = await machine(fake);
  const { hash } = await pictures.store(await pictureOf(60));
  await pictures.remove(hash, new Date(Date.now() - 60_000));
  expect(fake.objects.has(`live/originals/${hash}`)).toBe(true);

  await pictures.derive(hash, [96], ["webp"]);
  await pictures.remove(hash, new Date(Date.now() + 60_000));
  expect([...fake.objects.keys()]).toEqual([]);
});

test("guessed addresses of pictures cause few requests to the store, and shoppers of other networks see all pictures meanwhile", async () => {
  const fake = await openFakeS3();
  const writer = await machine(fake);
  const near = await writer.pictures.store(await pictureOf(61));
  const far = await writer.pictures.store(await pictureOf(62));
  await writer.pictures.derive(far.hash, [320], ["webp"]);
  const { pictures, folder } = await machine(fake);
  const app = testApp({ ...shop, pictures }, { pages: async () => new Response("page") });
  const ask = async (hash: string, client: string) =>
    (
      await app.fetch(
        new Request(`${shop.address}/pictures/${hash}/320.webp`, { headers: { [CLIENT_ADDRESS]: client } }),
      )
    ).status;
  expect(await ask(near.hash, "198.51.100.1")).toBe(200);

  fake.asked.length = 0;
  const guess = () => randomBytes(16).toString("hex");
  expect(await ask(guess(), "198.51.100.1")).toBe(404);
  expect(fake.asked).toHaveLength(2);
  for (let count = 1; count < 60; count += 1) expect(await ask(guess(), "198.51.100.1")).toBe(404);
  for (let count = 0; count < 40; count += 1) expect(await ask(guess(), "198.51.100.1")).toBe(503);
  expect(fake.asked).toHaveLength(120);
  expect(await ask(near.hash, "198.51.100.1")).toBe(200);
  expect(await ask(far.hash, "203.0.113.9")).toBe(200);
  expect(await filesIn(folder)).not.toEqual([]);
});

test("a shop on hold shows its pictures", async () => {
  const held = openOutgoing(() => true);
  const fake = await openFakeS3();
  const { hash } = await (await machine(fake)).pictures.store(await pictureOf(70));
  const folder = await mkdtemp(join(tmpdir(), "pictures-held-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pictures = openBucketPictures(folder, openObjectStore(fake.bucket, held), { cacheBytes: 1e9 });
  expect(await pictures.original(hash)).toBeDefined();
});
