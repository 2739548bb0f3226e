import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { load, startLoad } from "./load.mjs";

/** A server that holds its first answer back until so many others have been asked for; `seen` are the requests so far. */
async function heldBack(others) {
  const seen = [];
  let answerFirst = () => undefined;
  const server = createServer((request, response) => {
    seen.push(request.url);
    if (seen.length === 1) answerFirst = () => response.end();
    else response.end();
    if (seen.length === others + 1) answerFirst();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { urls: [`http://127.0.0.1:${server.address().port}/`], seen };
}

test("at a fixed rate every request counts, the first one too", async () => {
  const { urls, seen } = await heldBack(10);
  const { requests, longest } = await load({ urls, rate: 50, seconds: 1, connections: 8 });

  expect(requests).toBe(50);
  expect(seen).toHaveLength(50);
  // Ten others come fiftieths of a second apart.
  expect(longest).toBeGreaterThan(150);
});

test("a load without an end is under way when it is given back, and all of it counts", async () => {
  const { urls, seen } = await heldBack(1);
  const reading = await startLoad({ urls, rate: 100, connections: 8 });
  await expect.poll(() => seen.length).toBeGreaterThan(20);
  const { requests } = await reading.end();

  expect(requests).toBe(seen.length);
});

test("at full speed each connection begins with another address, and a star is new in each request", async () => {
  const { urls, seen } = await heldBack(0);
  const [origin] = urls;
  const many = Array.from({ length: 40 }, (_, number) => `${origin}${number}`);
  await load({ urls: many, seconds: 1, connections: 20 });

  expect(new Set(seen.slice(0, 20)).size).toBe(20);
  expect(new Set(seen).size).toBe(40);
  seen.length = 0;
  await load({ urls: [`${origin}?new=*`], seconds: 1, connections: 20 });
  await load({ urls: [`${origin}?new=*`], seconds: 1, connections: 20 });
  expect(seen.length).toBeGreaterThan(100);
  expect(new Set(seen).size).toBe(seen.length);
});

test("an answer that fails fails the load", async () => {
  const server = createServer((_, response) => response.writeHead(503).end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const urls = [`http://127.0.0.1:${server.address().port}/`];

  await expect(load({ urls, rate: 50, seconds: 0.1 })).rejects.toThrow("5 of 5 requests failed");
  await expect(load({ urls, rate: 50, seconds: 0.1, tolerant: true })).resolves.toMatchObject({ failed: 5 });
});
