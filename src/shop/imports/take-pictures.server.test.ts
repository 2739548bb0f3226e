import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { NotFetched } from "~/platform/public-fetch.server";
import { openTestShop } from "~/testing/test-shop.server";
import { importById, readImport } from "./imports.server";
import { rowsOf } from "./rows.server";
import { pictureCountsOf } from "./pictures.server";
import { fetchPictures, takeFromFolder } from "./take-pictures.server";

const shop = await openTestShop();
const folder = await mkdtemp(join(tmpdir(), "take-pictures-test-"));
afterAll(() => rm(folder, { recursive: true }));

/** Imports a file whose rows name these pictures; returns the import's number. */
async function naming(...pictures: string[]): Promise<number> {
  const path = join(folder, randomUUID());
  const rows = pictures.map((picture, place) => `${randomUUID().slice(0, 8)},Jacket ${place},12.00,${picture}`);
  await writeFile(path, ["Handle,Title,Variant Price,Image Src", ...rows, ""].join("\n"));
  return readImport(shop, "command", { path, file: "goods.csv" });
}

test("URLs in private networks are rejected with a message, and no request is sent to them", async () => {
  const inside = [
    "http://169.254.169.254/latest/meta-data/iam.jpg",
    "http://127.0.0.1:5432/a.jpg",
    "http://[::ffff:10.0.0.1]/a.jpg",
    "http://2130706433/a.jpg",
    "http://localhost/a.jpg",
  ];
  const id = await naming(...inside);
  await fetchPictures(shop, id);
  const { failed } = await pictureCountsOf(shop.db, id, 20);
  expect(failed.map(({ source }) => source).toSorted()).toEqual(inside.toSorted());
  for (const { reason } of failed) expect(reason).toMatch(/not on the public Internet|port is not one of the web/);
});

test("after a few requests to a host that does not answer, its other pictures are given up; other hosts' pictures are still fetched", async () => {
  const gone = Array.from({ length: 40 }, (_, place) => `http://gone.example/${place}.jpg`);
  const there = Array.from({ length: 12 }, (_, place) => `http://there.example/${place}.jpg`);
  const id = await naming(...gone, ...there);
  const asked: string[] = [];
  await fetchPictures(shop, id, {
    // oxlint-disable-next-line require-yield
    async *fetched(source) {
      asked.push(source);
      throw new NotFetched("its host does not answer in time", { isHostSilent: source.includes("gone") });
    },
  });
  expect(asked.filter((source) => source.includes("gone")).length).toBeLessThan(9);
  expect(asked.filter((source) => source.includes("there"))).toHaveLength(12);
  const { failed } = await pictureCountsOf(shop.db, id, 20);
  expect(failed.some(({ reason }) => /gone\.example did not answer \d times/.test(reason))).toBe(true);
});

test("a picture embedded in a cell is left out with a note, and the row is imported", async () => {
  const inline = `"data:image/png;base64,${"iVBORw0KGgo".repeat(8_000)}"`;
  const id = await naming(inline);
  expect((await importById(shop.db, id))?.counts).toMatchObject({ fresh: 1, bad: 0 });
  const [row] = await rowsOf(shop.db, id, { states: ["new"], most: 1 });
  expect(row?.problems).toEqual([expect.objectContaining({ field: "picture", isNote: true })]);
  expect((await pictureCountsOf(shop.db, id, 20)).named).toBe(0);
});

test("names of pictures that no row names are stored with the most similar missing name, until that picture arrives", async () => {
  const pictures = join(folder, randomUUID());
  await mkdir(join(pictures, "more"), { recursive: true });
  const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#448822" } })
    .jpeg()
    .toBuffer();
  for (const name of [
    "tee-blak-front.jpg",
    "more/TEE-sand.jpg",
    "holiday.png",
    "goods.csv",
    ".DS_Store",
    "._tee-sand.jpg",
  ])
    await writeFile(join(pictures, name), picture);
  const id = await naming("https://cdn.example/tee-black-front.jpg?v=1", "tee-sand.jpg");
  const strays = async () => (await importById(shop.db, id))?.strayPictures;

  expect(await takeFromFolder(shop, id, pictures)).toBe(1);
  expect(await strays()).toEqual(
    expect.arrayContaining([
      { name: "tee-blak-front.jpg", nearest: "tee-black-front.jpg" },
      { name: "holiday.png", nearest: "" },
    ]),
  );
  expect(await strays()).toHaveLength(2);

  await rename(join(pictures, "tee-blak-front.jpg"), join(pictures, "tee-black-front.jpg"));
  expect(await takeFromFolder(shop, id, pictures)).toBe(1);
  expect(await strays()).toEqual([{ name: "holiday.png", nearest: "" }]);
});
