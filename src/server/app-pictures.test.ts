import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { openPictureStore } from "~/platform/picture-store.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const app = testApp(shop, { pages: async () => new Response() });
const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`${shop.address}${path}`, { headers }));

test("a film is read from the disk only as fast as the client receives it", async () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.alloc(1_000_000)]);
  const { hash } = await shop.pictures.store(film);
  let read = 0;
  const pictures: typeof shop.pictures = {
    ...shop.pictures,
    async original(asked) {
      const file = await shop.pictures.original(asked);
      if (!file) return undefined;
      const counted = (from: number, length: number) => {
        read += length;
        return file.read(from, length);
      };
      return { ...file, read: counted };
    },
  };
  const counting = testApp({ ...shop, pictures }, { pages: async () => new Response() });
  const { body } = await counting.fetch(new Request(`${shop.address}/pictures/${hash}/original`));
  const reader = body?.getReader();
  await reader?.read();

  expect(read).toBeLessThan(200_000);
  await reader?.cancel();
});

test("a picture is made in the requested width; where only WebP could be made, the response is cached for a short time only", async () => {
  const bytes = await sharp({ create: { width: 700, height: 400, channels: 3, background: "#333" } })
    .png()
    .toBuffer();
  const { hash } = await shop.pictures.store(bytes);

  const made = await get(`/pictures/${hash}/640.avif`);
  expect([made.headers.get("content-type"), (await sharp(await made.arrayBuffer()).metadata()).width]).toEqual([
    "image/avif",
    640,
  ]);
  expect(made.headers.get("cache-control")).toContain("immutable");

  await shop.pictures.derive(hash, [320], ["webp"]);
  const early = await get(`/pictures/${hash}/320.avif`);
  expect(early.headers.get("content-type")).toBe("image/webp");
  expect(early.headers.get("cache-control")).toBe("public, max-age=60");
  const tag = early.headers.get("etag") ?? "";
  expect((await get(`/pictures/${hash}/320.avif`, { "if-none-match": tag })).status).toBe(304);
  await shop.pictures.derive(hash, [320]);
  const better = await get(`/pictures/${hash}/320.avif`, { "if-none-match": tag });
  expect([better.status, better.headers.get("content-type")]).toEqual([200, "image/avif"]);
});

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("while the widths of pictures are still being made, a phone is sent no full-size original", async () => {
  const made = await mkdtemp(join(tmpdir(), "made "));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  const { pages } = testPages();
  const fresh = testApp({ ...shop, pictures: openPictureStore(inject("databasePictures"), made) }, { pages });
  const read = (path: string) => fresh.fetch(new Request(`${shop.address}${path}`));
  const listing = await (await read("/shop/men")).text();
  const product = /href="(\/product\/[^"#?]+)"/.exec(listing)?.[1] ?? "";
  const home = await (await read("/")).text();

  for (const page of [listing, await (await read(product)).text(), home]) {
    const sources = [...page.matchAll(/srcset="([^"]+)"/gi)].flatMap(([, list = ""]) => list.split(", "));
    const small = [...new Set(sources.filter((source) => source.endsWith(" 640w")))].slice(0, 6);
    expect(small.length).toBeGreaterThan(2);
    for (const source of small) {
      const [address = ""] = source.split(" ");
      const [asked, again] = await Promise.all([read(address), read(address)]);
      const [bytes, same] = [await bytesOf(asked), await bytesOf(again)];
      const original = await read(address.replace(/[^/]+$/, "original"));
      expect([asked.status, (await sharp(bytes).metadata()).width]).toEqual([200, 640]);
      expect(bytes.length).toBeLessThan((await bytesOf(original)).length);
      expect(Buffer.compare(bytes, same)).toBe(0);
    }
  }
});

test.each(["/pictures/../../etc/passwd", "/pictures/0/641.avif", "/pictures/0/640.exe", "/pictures/%00/original"])(
  "%s causes no server error",
  async (path) => {
    expect((await get(path)).status).not.toBe(500);
    expect((await get("/pictures/0/641.avif")).status).toBe(404);
  },
);

test("a film is sent in the requested byte ranges", async () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom0123456789")]);
  const { hash } = await shop.pictures.store(film);

  const part = await get(`/pictures/${hash}/original`, { range: "bytes=12-15" });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe("0123");
  expect(part.headers.get("content-range")).toBe(`bytes 12-15/${film.length}`);
  expect((await get(`/pictures/${hash}/original`, { range: "bytes=900-" })).status).toBe(416);
});
