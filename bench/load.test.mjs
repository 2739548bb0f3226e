import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { load, startLoad } from "./load.mjs";

/** A server that answers only once it has received `requests` requests; `seen` are their addresses so far. */
async function serverFor(requests, { onTestFinished }) {
  const seen = [];
  const held = [];
  const server = createServer((request, response) => {
    seen.push(request.url);
    held.push(response);
    if (seen.length >= requests) for (const waiting of held.splice(0)) waiting.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${server.address().port}/`, seen };
}

// The tests run concurrently, because they mostly wait for requests to become due.
describe.concurrent("a load", () => {
  test("at a fixed rate every request counts, also the first request", async (context) => {
    const { origin, seen } = await serverFor(11, context);
    const { requests, longest } = await load({ urls: [origin], rate: 50, seconds: 1, connections: 16 });

    expect(requests).toBe(50);
    expect(seen).toHaveLength(50);
    // The first answer waits for ten more requests, which are sent 20 ms apart.
    expect(longest).toBeGreaterThan(150);
  });

  test("a load without a fixed end has begun when startLoad resolves, and all of its requests count", async (context) => {
    const { origin, seen } = await serverFor(1, context);
    const reading = await startLoad({ urls: [origin], rate: 100, connections: 8 });
    await context.expect.poll(() => seen.length).toBeGreaterThan(20);
    const { requests } = await reading.end();

    expect(requests).toBe(seen.length);
  });

  test("at full speed each connection has addresses of its own", async (context) => {
    const { origin, seen } = await serverFor(20, context);
    const urls = Array.from({ length: 40 }, (_, number) => `${origin}${number}`);
    await load({ urls, seconds: 3, connections: 20 });

    expect(new Set(seen.slice(0, 20)).size).toBe(20);
    expect(new Set(seen).size).toBe(40);
  });

  test("at full speed a `*` in the address becomes a different number in each request, also across loads", async (context) => {
    const { origin, seen } = await serverFor(20, context);
    await load({ urls: [`${origin}?new=*`], seconds: 1, connections: 20 });
    await load({ urls: [`${origin}?new=*`], seconds: 1, connections: 20 });

    expect(seen.length).toBeGreaterThan(20);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("a failed response fails the load", async (context) => {
    const server = createServer((_, response) => response.writeHead(503).end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    context.onTestFinished(() => void server.close());
    const urls = [`http://127.0.0.1:${server.address().port}/`];

    await expect(load({ urls, rate: 50, seconds: 0.1 })).rejects.toThrow("5 of 5 requests failed");
    await expect(load({ urls, rate: 50, seconds: 0.1, tolerant: true })).resolves.toMatchObject({ failed: 5 });
  });
});
