import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openFakeS3 } from "~/testing/fake-s3";
import { HOUR } from "./durations";
import { openObjectStore, StoreUnavailable } from "./object-store.server";
import { openOutgoing } from "./outgoing.server";

const folder = await mkdtemp(join(tmpdir(), "object-store-"));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, "file");

test("an error of this machine's disk is thrown as it is, and does not stop requests to the store", async () => {
  const fake = await openFakeS3();
  const store = openObjectStore(fake.bucket, openOutgoing());
  await writeFile(file, "ride");
  await store.put("a", file, "text/plain");
  await expect(store.read("a", join(folder, "no such folder", "copy"))).rejects.toMatchObject({ code: "ENOENT" });
  expect(await store.read("a", join(folder, "copy"))).toBe(true);
  expect(await readFile(join(folder, "copy"), "utf8")).toBe("ride");

  fake.mood = "down";
  await expect(store.put("b", file, "text/plain")).rejects.toThrow(StoreUnavailable);
  fake.mood = "well";
  await expect(store.put("b", file, "text/plain")).rejects.toThrow("a moment ago");
});

test("a large file is uploaded in parts and is one object; parts whose upload is not completed are no object", async () => {
  const fake = await openFakeS3();
  const store = openObjectStore(fake.bucket, openOutgoing(), { pause: 0 });
  const bytes = randomBytes(9 * 2 ** 20);
  await writeFile(file, bytes);
  await store.put("large", file, "application/octet-stream");
  expect(fake.objects.get("live/large")?.bytes.equals(bytes)).toBe(true);
  expect(fake.asked.filter((request) => request === "PUT live/large")).toHaveLength(2);

  fake.mood = "cutting";
  await expect(store.put("cut", file, "application/octet-stream")).rejects.toThrow("not put together");
  expect([...fake.objects.keys()]).toEqual(["live/large"]);
});

test("objects are listed by the beginning of their keys, which do not include the bucket's prefix", async () => {
  const fake = await openFakeS3();
  const store = openObjectStore(fake.bucket, openOutgoing());
  await writeFile(file, "ride");
  for (const key of ["media/ab/1", "media/cd/2", "other"]) await store.put(key, file, "text/plain");
  fake.objects.set("elsewhere/media/3", { bytes: Buffer.of(), at: new Date() });
  expect(await store.list("media/")).toEqual([
    { key: "media/ab/1", bytes: 4 },
    { key: "media/cd/2", bytes: 4 },
  ]);
  expect(await store.list("")).toHaveLength(3);
});

test("a store that does not answer is given up soon, also one that may take an hour for a file; the beginning of an object can be read", async () => {
  const fake = await openFakeS3();
  const opened = (answerPatience: number) =>
    openObjectStore(fake.bucket, openOutgoing(), { patience: HOUR, answerPatience, pause: 0 });
  const store = opened(HOUR);
  await writeFile(file, "ride far");
  await store.put("a", file, "text/plain");
  expect((await store.readStart("a", 4))?.toString()).toBe("ride");
  expect((await store.readStart("a", 40))?.toString()).toBe("ride far");
  expect(await store.readStart("b", 4)).toBeUndefined();

  fake.mood = "silent";
  const hasty = opened(100);
  expect(hasty.patience).toEqual({ answerMs: 100, fileMs: HOUR });
  await expect(hasty.list("")).rejects.toThrow(StoreUnavailable);
  await expect(hasty.readStart("a", 4)).rejects.toThrow(StoreUnavailable);
});
