import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";
import { isLocal } from "./back-office-host";

const shop = await openTestShop();

/** Starts a back office on this machine behind a number of trusted proxies; the returned function requests its sign-in page. */
async function opened(trustedProxies: number) {
  const server = createServer(testBackOffice(shop, { trustedProxies }).listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (headers: Record<string, string>): Promise<number> => {
    const asked = request({ port, host: "127.0.0.1", path: "/back-office/sign-in", headers, agent: false }).end();
    const [answer] = (await once(asked, "response")) as [{ statusCode: number; resume(): void }];
    answer.resume();
    return answer.statusCode;
  };
}

test("over http a request with the Host localhost is local only if it comes from this machine", async () => {
  const direct = await opened(0);
  expect(await direct({ host: "localhost" })).toBe(200);
  expect(await direct({ host: "shop.example" })).toBe(421);

  const proxied = await opened(1);
  expect(await proxied({ host: "localhost", "x-forwarded-for": "127.0.0.1" })).toBe(200);
  for (const from of [
    "203.0.113.7",
    "127.0.0.1, 203.0.113.7",
    "203.0.113.7, 127.0.0.1",
    "localhost",
    "::ffff:203.0.113.7",
  ])
    expect([from, await proxied({ host: "localhost", "x-forwarded-for": from })]).toEqual([from, 421]);
  expect(await proxied({ host: "localhost" })).toBe(421);
});

test.each<Record<string, string>>([
  { "x-forwarded-for": "203.0.113.7" },
  { "x-forwarded-for": "203.0.113.7, 127.0.0.1" },
  { "x-real-ip": "203.0.113.7" },
  { "cf-connecting-ip": "203.0.113.7" },
  { forwarded: "for=127.0.0.1, for=203.0.113.7;proto=https" },
  { forwarded: 'proto=https; For="[2001:db8::7]:4711"' },
  { forwarded: "for=unknown" },
])(
  "through a proxy on this machine that nobody declared, who comes from elsewhere is not local: %j",
  async (headers) => {
    for (const proxies of [0, 1]) {
      const asked = await opened(proxies);
      const own = { "x-forwarded-for": "127.0.0.1" };
      expect(await asked({ host: "localhost", ...own, ...headers })).toBe(421);
    }
  },
);

test("a request whose forwarding headers name only loopback addresses is local, whichever header it has", async () => {
  const direct = await opened(0);
  const ways: Record<string, string>[] = [
    { "x-forwarded-for": "127.0.0.1, ::1" },
    { "x-real-ip": "127.0.0.1" },
    { forwarded: 'for=127.0.0.1:4711;by=203.0.113.7, FOR="[::1]"' },
  ];
  for (const headers of ways) expect(await direct({ host: "localhost", ...headers })).toBe(200);
});

test.each([
  ["127.0.0.1", true],
  ["127.8.9.10", true],
  ["::1", true],
  ["0:0:0:0:0:0:0:1", true],
  ["::ffff:127.0.0.1", true],
  ["192.168.1.7", false],
  ["::ffff:192.168.1.7", false],
  ["::2", false],
  ["fe80::1", false],
  ["127.0.0.1.example", false],
  ["unknown", false],
  ["", false],
])("for a connection from %j isLocal returns %s", (connected, expected) => {
  expect(isLocal("http://localhost:3000", { connected, client: connected, named: [] })).toBe(expected);
  const own = "127.0.0.1";
  expect(isLocal("http://localhost:3000", { connected: own, client: connected, named: [] })).toBe(expected);
  expect(isLocal("http://localhost:3000", { connected: own, client: own, named: [own, connected] })).toBe(expected);
  expect(isLocal("http://shop.example", { connected, client: connected, named: [] })).toBe(false);
});
