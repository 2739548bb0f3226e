import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { recordingJobs } from "./jobs.server";
import { makeWidthsInBackground } from "./media.jobs";
import { makeWidths, mediaAt, picturesFor, picturesWithoutWidths, recordMediaUses } from "./media.server";

const { db, pictures } = await openTestShop();
const first = ["/media/scenes/hero%", "/media/scenes/%"];
const hashOf = async (path: string) => (await picturesFor(db, [path])).get(path)?.hash ?? "";

test("jobs for resizing are enqueued once for each content, first for the pictures that shoppers see first", async () => {
  const jobs = recordingJobs();
  await makeWidthsInBackground({ db, jobs, pictures }, first);
  await makeWidthsInBackground({ db, jobs, pictures }, first);

  const hashes = jobs.payloads.flatMap(({ payload }) => (payload as { hashes: string[] }).hashes);
  expect(hashes).toHaveLength(new Set(hashes).size);
  expect(hashes.slice(0, 2).toSorted()).toEqual(
    [await hashOf("/media/scenes/hero.webp"), await hashOf("/media/scenes/hero-portrait.webp")].toSorted(),
  );
});

test("resized pictures are not enqueued again; drawings and films never are", async () => {
  const hash = await hashOf("/media/scenes/avatar-1.webp");
  await makeWidths(db, pictures, hash);

  const waiting = await picturesWithoutWidths(db, first);
  expect(waiting).not.toContain(hash);
  expect(await pictures.derived(hash, 96, "avif")).toBeDefined();
  const { rows } = await db.execute(sql`select hash from media where type in ('image/svg+xml', 'video/mp4')`);
  expect(rows.filter(({ hash: other }) => waiting.includes(String(other)))).toEqual([]);
});

test("equal bytes at two paths are one file, with an alternative text of its own at each path", async () => {
  const about = await pictures.original(await hashOf("/media/scenes/about.webp"));
  const stored = await pictures.store((await about?.read(0, about.size)) ?? Buffer.of());
  await recordMediaUses(db, [
    { path: "/media/one.webp", alt: "One", stored },
    { path: "/media/two.webp", alt: "Two", stored },
  ]);

  const found = await picturesFor(db, ["/media/one.webp", "/media/two.webp", "/media/none.webp"]);
  expect(found.size).toBe(2);
  expect(found.get("/media/one.webp")).toMatchObject({ hash: stored.hash, alt: "One" });
  expect(found.get("/media/two.webp")).toMatchObject({ hash: stored.hash, alt: "Two" });
});

test("a path without a file, or any other text, gives undefined", async () => {
  for (const path of ["/media/none.webp", "", "/media/\0", "' or 1=1"]) expect(await mediaAt(db, path)).toBeUndefined();
});
