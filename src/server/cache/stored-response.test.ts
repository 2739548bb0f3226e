import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { noteBody } from "~/shop/written-body";
import { encodeAndSend, storedResponse, storeResponse, respondStored } from "./stored-response";

const text = Buffer.from("Ride Dirty. Look Sharp. ".repeat(50_000));
const later = () => vi.setSystemTime(Date.now() + 1000);
afterEach(() => void vi.useRealTimers());

const script = () => storedResponse(200, { "content-type": "text/javascript" }, text);
const ask = (encoding: string) => new Request("https://shop.example/", { headers: { "accept-encoding": encoding } });

test("a body is compressed once for concurrent requests", async () => {
  const answer = script();
  const asking = Array.from({ length: 20 }, () => respondStored(answer, ask("br")));
  await Promise.resolve();
  const first = answer.encoding.br;
  const answers = await Promise.all(asking);

  expect(await first).toBe(answer.bodies.br);
  for (const each of answers)
    expect(text.equals(brotliDecompressSync(Buffer.from(await each.arrayBuffer())))).toBe(true);
  expect(answer.encoding).toEqual({});
});

test("a response that was made from bytes is stored with them, and its stream is not read", async () => {
  const bytes = Buffer.from('[{"name":"Sprocket Tee"}]');
  const headers = { "content-type": "application/json" };
  const noted = noteBody(new Response(bytes, { headers }), bytes);
  const read = new Response(bytes, { headers });
  const [stored, other] = [await storeResponse(noted), await storeResponse(read)];

  expect([stored.bodies.identity, noted.bodyUsed, read.bodyUsed]).toEqual([bytes, false, true]);
  expect(stored.bodies.identity).toBe(bytes);
  expect([other.etag, other.bodies.identity]).toEqual([stored.etag, bytes]);
});

test("all readers of a response share one body; none of them copies it", async () => {
  const answer = script();
  const { body } = await respondStored(answer, ask("identity"));
  const piece = (await body?.getReader().read())?.value;

  expect(piece?.buffer).toBe(answer.bodies.identity?.buffer);
  expect(piece?.length).toBeLessThan(text.length);
});

test("the first request gets a quick compression; a request a second later starts a better one, and one after 20 seconds the best", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  // A text of many different words: this file.
  const page = await readFile(import.meta.filename);
  const answer = storedResponse(200, { "content-type": "text/html" }, page);
  const lengths: number[] = [];
  answer.onResize = () => lengths.push(answer.bodies.br?.length ?? 0);
  const read = async () => {
    const response = await respondStored(answer, ask("br"));
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-length")).toBe(String(body.length));
    expect(page.equals(brotliDecompressSync(body))).toBe(true);
    return body.length;
  };

  const quick = await read();
  expect(await read()).toBe(quick);
  later();
  expect(await read()).toBe(quick);
  await expect.poll(() => lengths.length, { interval: 1 }).toBe(2);
  const well = await read();
  expect(well).toBeLessThan(quick);
  expect(lengths).toEqual([quick, well]);
  expect(await read()).toBe(well);

  // After twenty seconds the best quality is made, for one response at a time.
  const other = storedResponse(200, { "content-type": "text/html" }, page);
  await respondStored(other, ask("br"));
  later();
  await respondStored(other, ask("br"));
  await expect.poll(() => other.bodies.br?.length, { interval: 1 }).toBe(well);
  vi.setSystemTime(Date.now() + 20_000);
  await read();
  await respondStored(other, ask("br"));
  await expect.poll(() => lengths.length, { interval: 1 }).toBe(3);
  expect(await read()).toBeLessThan(well);
  expect(other.brotli?.step).toBe(1);
  vi.setSystemTime(Date.now() + 4_000);
  await respondStored(other, ask("br"));
  await expect.poll(() => other.bodies.br?.length, { interval: 1 }).toBe(lengths[2]);
});

test("requests during the first compression, or within a second after it, do not start another compression", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const words = Array.from({ length: 5000 }, (_, i) => `${(i * 7919) % 1009} miles, ${(i * 104_729) % 997} dollars`);
  const answer = storedResponse(200, { "content-type": "text/html" }, Buffer.from(words.join(". ")));
  const server = createServer((request, response) => void encodeAndSend(answer, request, response)).listen(0);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const read = async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const response = await fetch(address, { headers: { "accept-encoding": "br" } });
    await response.arrayBuffer();
    return Number(response.headers.get("content-length"));
  };

  const quick = await read();
  expect(await read()).toBe(quick);
  expect(answer.brotli).toEqual({ since: Date.now(), step: 0 });
  later();
  expect(await read()).toBe(quick);
  expect(answer.brotli?.step).toBe(1);
  await expect.poll(() => answer.bodies.br?.length, { interval: 1 }).toBeLessThan(quick);
});
