import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openOutgoing } from "~/platform/outgoing.server";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";
import { routePatterns } from "./route-patterns";
import { serveMetrics } from "./serve-metrics";
import { shopReadings } from "./shop-readings";

const shop = await openTestShop();
const pool = { totalCount: 4, idleCount: 1, waitingCount: 3 } as Pool;
const here = { port: 0, host: "127.0.0.1" };
const ANY = { headers: { host: "localhost" } };

async function served(services: Pick<typeof shop, "db" | "backups" | "outgoing" | "freeBytes"> = shop) {
  const metrics = await serveMetrics(here, shopReadings(services, pool));
  onTestFinished(() => metrics.close());
  const text = async () => (await fetch(`${metrics.address}/metrics`)).text();
  return { ...metrics, text };
}

/** Value of a metric, found by its name with its labels; undefined if the text does not have it. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
};

test("[B-85] metrics count waiting and failed jobs, payments without an order and refused sign-ins", async () => {
  await shop.asOwner(`
    select pgboss.create_queue('confirm-order', '{"policy":"standard"}');
    insert into pgboss.job (name, state, start_after, created_on) values
      ('confirm-order', 'created', now() - interval '90 seconds', now()),
      ('confirm-order', 'retry', now() + interval '1 hour', now()),
      ('confirm-order', 'retry', now() + interval '1 hour', now());
    insert into payments (id, gateway, gateway_id, method, amount_cents, state, requested_at, received_at) values
      (gen_random_uuid(), 'stripe', 'pi_lost', 'Credit Card', 5000, 'received', now() - interval '1 hour', now() - interval '50 minutes'),
      (gen_random_uuid(), 'stripe', 'pi_now', 'Credit Card', 5000, 'received', now() - interval '2 minutes', now() - interval '1 minute');
    insert into member_events (kind, at) values ('sign-in-refused', now() - interval '5 minutes'), ('sign-in-refused', now() - interval '2 hours')`);
  await shop.backups.makeHourly(new Date(Date.now() - 7_200_000));
  const { text } = await served();

  const told = await text();
  const own = (name: string) => valueOf(told, `iron_mesa_${name}`);
  expect(own('queue_waiting{queue="confirm-order"}')).toBe(1);
  expect(own('queue_oldest_seconds{queue="confirm-order"}')).toBeGreaterThanOrEqual(90);
  expect(own("letters_failed")).toBe(2);
  expect(own("paid_without_order")).toBe(1);
  expect(own("stock_below_zero")).toBe(0);
  expect(own("sign_ins_refused_last_hour")).toBe(1);
  expect(own("backup_age_seconds")).toBeGreaterThanOrEqual(7_199);
  expect(own("database_waits")).toBe(3);
  expect(valueOf(told, "nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  expect(told).not.toMatch(/@|pi_lost/);
});

test("metrics have the free bytes of the disk and whether the shop rests after a restore", async () => {
  const usual = await (await served()).text();
  expect([valueOf(usual, "iron_mesa_held"), valueOf(usual, "iron_mesa_disk_free_bytes")]).toEqual([0, 100e9]);
  const resting = { ...shop, outgoing: openOutgoing(() => true), freeBytes: async () => undefined };
  const { text } = await served(resting);
  expect(valueOf(await text(), "iron_mesa_held")).toBe(1);
  expect(valueOf(await text(), "iron_mesa_disk_free_bytes")).toBeUndefined();
});

test("requests are timed by the pattern of their address, so that the number of series does not grow with the addresses", async () => {
  const app = testApp(shop, { pages: async () => new Response("page") });
  const routeOf = routePatterns(app.patterns, {
    root: { id: "root", path: "", module: {} },
    product: { id: "product", parentId: "root", path: "product/:slug", module: {} },
  } as never);
  const metrics = await served();
  const listener = metrics.timing(app.listener, ({ url = "" }) => routeOf(url.split("?")[0] ?? ""));
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const ask = async (path: string, method = "GET") =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { ...ANY, method })).text();

  for (let i = 0; i < 20; i++) await ask(`/product/jacket-${i}?size=${i}`);
  await ask("/api/products/none");
  await ask("/api/none");
  for (const method of ["PROPFIND", "MKCOL", "UNSUBSCRIBE"]) await ask("/product/jacket-1", method);

  const text = await metrics.text();
  const count = (route: string, status: string) =>
    valueOf(text, `iron_mesa_request_seconds_count{route="${route}",method="GET",status="${status}"}`);
  expect(count("/product/:slug", "2xx")).toBe(20);
  expect(count("/api/products/:id", "4xx") ?? count("/api/products/:slug", "4xx")).toBe(1);
  expect(text).not.toContain("jacket-1");
  expect(text).toContain('method="other"');
  expect(text).not.toMatch(/PROPFIND|MKCOL|UNSUBSCRIBE/);
});

test("[B-85] the shop's port does not serve the metrics, and the metrics' port serves nothing else", async () => {
  const app = testApp(shop, { pages: async () => new Response("page", { status: 404 }) });
  expect(await (await app.fetch(new Request(`${shop.address}/metrics`))).text()).toBe("page");
  const { address } = await served();
  expect((await fetch(`${address}/`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: "POST" })).status).toBe(404);
});

test("while the database is out of reach, metrics of the process are served, and metrics from the database are absent, not 0", async () => {
  const gone = () => Promise.reject(new Error("gone"));
  const { text } = await served({
    ...shop,
    db: { execute: gone } as unknown as typeof shop.db,
    backups: { ...shop.backups, list: async () => [] },
  });

  const told = await text();
  const absent = ["paid_without_order", "stock_below_zero", "letters_failed", "backup_age_seconds"];
  expect(absent.filter((name) => valueOf(told, `iron_mesa_${name}`) !== undefined)).toEqual([]);
  expect(valueOf(told, "iron_mesa_database_waits")).toBe(3);
  expect(valueOf(told, "process_resident_memory_bytes")).toBeGreaterThan(0);
});
