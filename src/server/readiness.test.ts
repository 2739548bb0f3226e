import { expect, test } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const pages = async () => new Response();

test("while the database does not answer, the process reports itself as alive but not ready", async () => {
  const db = { execute: () => Promise.reject(new Error("gone")) } as unknown as typeof shop.db;
  const lost = testApp({ ...shop, db }, { pages });
  const ask = (path: string) => lost.fetch(new Request(shop.address + path));

  expect((await ask("/healthz")).status).toBe(200);
  expect((await ask("/readyz")).status).toBe(503);
  expect((await testApp(shop, { pages }).fetch(new Request(`${shop.address}/readyz`))).status).toBe(200);
});

test("a shop that was asked to stop reports at once that it is not ready, and still serves requests", async () => {
  let isStopping = false;
  const app = testApp(shop, { pages, isStopping: () => isStopping });
  const get = (path: string) => app.fetch(new Request(shop.address + path));
  expect((await get("/readyz")).status).toBe(200);
  isStopping = true;

  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/")).status).toBe(200);
});
