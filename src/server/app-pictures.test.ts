import sharp from "sharp";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { shopApp } from "./app";

const shop = await openTestShop();
const app = shopApp(shop, { pages: async () => new Response() });
const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`${shop.address}${path}`, { headers }));

test("a film is read from the disk only as fast as somebody takes it", async () => {
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
  const counting = shopApp({ ...shop, pictures }, { pages: async () => new Response() });
  const { body } = await counting.fetch(new Request(`${shop.address}/pictures/${hash}/original`));
  const reader = body?.getReader();
  await reader?.read();

  expect(read).toBeLessThan(200_000);
  await reader?.cancel();
});

test("a picture is served in the width that was made, and as stored while it is not", async () => {
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#333" } })
    .webp()
    .toBuffer();
  const { hash } = await shop.pictures.store(bytes);

  const early = await get(`/pictures/${hash}/320.avif`);
  expect(early.headers.get("content-type")).toBe("image/webp");
  expect(early.headers.get("cache-control")).toBe("public, max-age=60");

  await shop.pictures.derive(hash, [320]);
  const made = await get(`/pictures/${hash}/320.avif`);
  expect(made.headers.get("content-type")).toBe("image/avif");
  expect(made.headers.get("cache-control")).toContain("immutable");
});

test.each(["/pictures/../../etc/passwd", "/pictures/0/641.avif", "/pictures/0/640.exe", "/pictures/%00/original"])(
  "%s is no picture",
  async (path) => {
    expect((await get(path)).status).not.toBe(500);
    expect((await get("/pictures/0/641.avif")).status).toBe(404);
  },
);

test("a film is sent in the parts that are asked for", async () => {
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom0123456789")]);
  const { hash } = await shop.pictures.store(film);

  const part = await get(`/pictures/${hash}/original`, { range: "bytes=12-15" });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe("0123");
  expect(part.headers.get("content-range")).toBe(`bytes 12-15/${film.length}`);
  expect((await get(`/pictures/${hash}/original`, { range: "bytes=900-" })).status).toBe(416);
});
