import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";
import { boundedServer, type ConnectionBounds, drain, oneAtATime } from "./connections";
import { storedResponse } from "../cache/stored-response";
import type { StaticFiles } from "./static-files";

const shop = { ...(await openTestShop()), address: "https://shop.example" };
const big = Buffer.alloc(6_000_000, "x");
const file = storedResponse(200, { "content-type": "application/octet-stream" }, big);
const files: StaticFiles = {
  loaded: (path) => (path === "/loaded" ? file : undefined),
  load: async (path) => (path === "/big" ? file : undefined),
  loadAll: async () => {},
  keep: async () => {},
};
const { listener } = testApp(shop, { files, pages: async () => new Response("page") });

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function opened(bounds: ConnectionBounds = {}, answer: RequestListener = listener) {
  const server = boundedServer(bounds).on("request", answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  const dial = async (words = ""): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1");
    undo.push(() => socket.destroy());
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(words);
    return socket;
  };
  return { server, dial, address: `http://127.0.0.1:${port}` };
}

const asking = (path: string) => `GET ${path}?x=${Math.random()} HTTP/1.1\r\nHost: shop\r\n\r\n`;
const closed = (socket: Socket) => (socket.resume(), once(socket, "close"));

test("a client that does not read its response is disconnected", async () => {
  const { server, dial } = await opened({ stalledMs: 300 });
  const accepted = once(server, "connection") as Promise<[Socket]>;
  (await dial(asking("/big").repeat(3))).pause();
  const [socket] = await accepted;
  await once(socket, "close");

  expect(socket.bytesWritten).toBeLessThan(3 * big.length);
});

test("clients that request big files and read nothing use little memory, and other clients are answered meanwhile", async () => {
  // The time-out is longer than the test, so that waiting for one of these connections would fail the test.
  const { dial, address } = await opened({ stalledMs: HOUR });
  await Promise.all(
    Array.from({ length: 30 }, async () => (await dial((asking("/big") + asking("/loaded")).repeat(2))).pause()),
  );
  const before = process.memoryUsage().arrayBuffers;
  const page = await fetch(address);

  expect(await page.text()).toBe("page");
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
});

test("a network cannot open more than its share of connections; closed ones free its share", async () => {
  const { dial, address } = await opened({ perNetwork: 3 });
  const held = [await dial(), await dial(), await dial()];
  await closed(await dial(asking("/")));

  held.forEach((socket) => socket.destroy());
  await expect.poll(async () => (await fetch(address).catch(() => undefined))?.status).toBe(200);
});

test("a request whose headers never end is cut off", async () => {
  const { dial } = await opened({ headersMs: 200, stalledMs: 60_000 });
  const slow = await dial("GET / HTTP/1.1\r\nHost: shop\r\n");
  let words = "";
  slow.on("data", (piece) => (words += String(piece)));
  await closed(slow);

  expect(words).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test("a connection is closed after its maximum number of requests", async () => {
  const { address } = await opened({ requestsPerConnection: 1 });
  expect((await fetch(address)).headers.get("connection")).toBe("close");
});

test("a stopping server still answers and announces the end of each connection, then closes when no request is left", async () => {
  const { server, address } = await opened();
  expect((await fetch(address)).headers.get("connection")).not.toBe("close");
  const hurry = Promise.withResolvers<void>();
  const stopped = drain(server, { lingerMs: 60_000, cutMs: 60_000 }, hurry.promise);

  const answer = await fetch(address);
  expect(await answer.text()).toBe("page");
  expect(answer.headers.get("connection")).toBe("close");
  hurry.resolve();
  await stopped;
  await expect(fetch(address)).rejects.toThrow("fetch failed");
});

test("an idle connection stays open while the stopping server still serves, since a proxy may be sending a request on it", async () => {
  const { server, dial } = await opened();
  const kept = await dial(asking("/first"));
  await once(kept, "data");
  const hurry = Promise.withResolvers<void>();
  const stopped = drain(server, { lingerMs: 60_000, cutMs: 60_000 }, hurry.promise);
  kept.write(asking("/second"));
  const [answer] = (await Promise.race([once(kept, "data"), once(kept, "close")])) as [unknown];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);

  hurry.resolve();
  await stopped;
});

test("a connection whose client never reads to the end is cut after `cutMs`", async () => {
  const { server, dial } = await opened();
  const held = await dial(asking("/big"));
  held.pause();
  await drain(server, { lingerMs: 0, cutMs: 300 }, Promise.resolve());

  expect(server.listening).toBe(false);
});

test("pipelined requests are answered in order, one at a time, and requests of other connections are handled in between", async () => {
  const order: string[] = [];
  const { dial } = await opened(
    {},
    oneAtATime((request, response) => {
      order.push(request.url ?? "");
      response.end(request.url);
    }),
  );
  const many = Array.from({ length: 20 }, (_, i) => `GET /many/${i} HTTP/1.1\r\nHost: shop\r\n\r\n`).join("");
  const greedy = await dial();
  const modest = await dial();
  greedy.write(many);
  modest.write("GET /modest HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
  await closed(modest);
  await expect.poll(() => order).toHaveLength(21);

  expect(order.indexOf("/modest")).toBeLessThan(10);
  expect(order.filter((url) => url !== "/modest")).toEqual(Array.from({ length: 20 }, (_, i) => `/many/${i}`));
});

test("a connection with too many requests waiting is closed", async () => {
  const { dial } = await opened(
    {},
    oneAtATime(() => {}),
  );
  const socket = await dial("GET / HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(40));
  await closed(socket);
  expect(socket.bytesRead).toBe(0);
});
