import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { leastFreeBytes } from "~/backup/room.server";
import { api } from "./api";
import { initialState, transition } from "~/shop/checkout/purchase";
import { refusalIn } from "~/shop/refusal";
import { openPayingCalls } from "~/testing/paying-calls.server";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { openGateway } from "./gateway";

const { shop, intent } = await openPayingCalls();
const WORDS = /^We are not taking payments right now\./;
const pages = async () => new Response();

const outgoing = openOutgoing(() => true);
const resting = { ...shop, outgoing, payments: openGateway({ stripe: undefined }, shop.db, outgoing) };

/** Answer of the call by which the checkout begins a payment. */
async function begun(at: typeof shop): Promise<{ status: number; body: unknown }> {
  const response = await api(at).request("/pay/create-payment-intent", {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-address": "203.0.113.4" },
    body: JSON.stringify(await intent(["Ride Dirty Tee", "L", "Black"])),
  });
  return { status: response.status, body: await response.json() };
}

const ready = async (at: typeof shop) =>
  (await testApp(at, { pages }).fetch(new Request(`${at.address}/readyz`))).status;

/** Words that the checkout shows for a refused payment. */
function shown(body: unknown): string | undefined {
  const [{ stage }] = transition(initialState, { type: "payment-failed", failure: refusalIn(body), payment: null });
  return stage.at === "ready" ? stage.declined : undefined;
}

const fill = (table: string) =>
  shop.asOwner(`
    create or replace function disk_is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger disk_is_full before insert or update on ${table} for each row execute function disk_is_full()`);
afterEach(() => shop.asOwner("drop function if exists disk_is_full() cascade"));

describe("riders read that payments are not taken, and the proxy still sends them here", () => {
  test("while the shop rests after a restore", async () => {
    const { status, body } = await begun(resting);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: "payments-paused" });
    expect(shown(body)).toMatch(WORDS);
    expect(await ready(resting)).toBe(200);
  });

  test.each(["orders", "rate_limits"])("while the disk is full for %s", async (table) => {
    await fill(table);
    const { status, body } = await begun(shop);
    expect(status).toBe(503);
    expect(shown(body)).toMatch(WORDS);
    expect(await ready(shop)).toBe(200);
  });
});

describe("Today", () => {
  const text = (at: typeof shop, role: "owner" | "packer" = "owner") => officeAs(at, memberAs(role)).text("/");

  test("says that the shop rests, to every member", async () => {
    expect(await text(shop)).not.toContain("rests after a restore");
    expect(await text(resting)).toContain("The shop rests after a restore and takes no payments");
    expect(await text(resting, "packer")).toContain("The shop rests after a restore and takes no payments");
  });

  test("says that the disk is almost full, with the room that is left", async () => {
    expect(await text(shop)).not.toContain("almost full");
    expect(await text({ ...shop, freeBytes: async () => 312_500_000 })).toMatch(/almost full 312 MB are free\./);
    expect(await text({ ...shop, freeBytes: async () => undefined })).not.toContain("almost full");
  });
});

test("the room of the fullest disk counts, also of a folder that does not exist yet", async () => {
  const folder = await mkdtemp(join(tmpdir(), "room-"));
  afterAll(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "file"), "1");
  const free = await leastFreeBytes([folder, join(folder, "not", "yet")]);
  expect(free).toBeGreaterThan(0);
  expect(await leastFreeBytes([])).toBeUndefined();
});
