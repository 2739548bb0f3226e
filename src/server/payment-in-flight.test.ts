import { afterEach, describe, expect, test } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { orderOf } from "~/testing/paying-calls.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { openStripeShop } from "~/testing/stripe-shop.server";
import type { TestShop } from "~/testing/test-shop.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { initialState, transition, type Purchase } from "~/shop/checkout/purchase";
import { reconcilePayments } from "~/shop/orders/settling/reconcile-payments.server";
import { refusalIn } from "~/shop/refusal";
import { api } from "./api";
import { gatewayBehind } from "./gateway";
import { serveMetrics } from "./metrics/serve-metrics";
import { shopReadings } from "./metrics/shop-readings";

const { stripe, shop, atStripe, db, later, drafted, work } = await openStripeShop();

/** Whether the operator has not resumed the shop since its restore. */
let isHeld = false;
const outgoing = openOutgoing(() => isHeld);
let free = 100e9;
const here: TestShop = {
  ...atStripe,
  outgoing,
  payments: gatewayBehind(outgoing, atStripe.payments),
  freeBytes: async () => free,
};
const { ask, html } = await openReadablePages(here);

/** Lets every write to a table of the shop or of its queue fail like a full disk. */
const fill = () =>
  shop.asOwner(`
    create or replace function disk_is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    do $$ declare t regclass; begin
      for t in select oid::regclass from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      loop execute format('create trigger disk_is_full before insert or update on %s for each row execute function disk_is_full()', t); end loop;
    end $$`);
const empty = () => shop.asOwner("drop function if exists disk_is_full() cascade");

/** The two ways in which no payment is taken, each with its end. */
const states = [
  {
    name: "a full disk",
    begin: async () => {
      free = 0;
      await fill();
    },
    end: async () => {
      free = 100e9;
      await empty();
    },
    gauges: { held: 0, disk_free_bytes: 0 },
    today: "The shop's disk is almost full",
  },
  {
    name: "a rest after a restore",
    begin: async () => void (isHeld = true),
    end: async () => void (isHeld = false),
    gauges: { held: 1, disk_free_bytes: 100e9 },
    today: "The shop rests after a restore and takes no payments",
  },
];
afterEach(async () => {
  for (const state of states) await state.end();
});

const post = async (path: string, body: unknown) => {
  const response = await api(here).request(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-address": "203.0.113.4" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const webhook = async (event: Parameters<typeof stripe.webhookRequest>[0]) => {
  const request = stripe.webhookRequest(event);
  return (await api(here).request("/stripe/webhook", request)).status;
};

/** Stage of the checkout after its order of a paid intent failed with an answer. */
const afterFailedOrder = (answer: unknown) =>
  transition(
    { ...initialState, isProcessing: true },
    {
      type: "order-failed",
      purchase: {} as Purchase,
      payment: { id: "pi", clientSecret: "secret", arrived: true },
      turn: 0,
      failure: refusalIn(answer) ?? new Error("no answer"),
    },
  )[0].stage.at;

async function gauges() {
  const metrics = await serveMetrics({ port: 0, host: "127.0.0.1" }, shopReadings(here, { totalCount: 1 } as never));
  try {
    const text = await (await fetch(`${metrics.address}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^iron_mesa_${name} (\\S+)$`, "m").exec(text)?.[1]);
    return { held: value("held"), disk_free_bytes: value("disk_free_bytes") };
  } finally {
    await metrics.close();
  }
}

describe.each(states)("with a payment in flight, $name", ({ begin, end, gauges: expected, today }) => {
  test("tells its rider that the order is being confirmed, and makes it once payments are taken again", async () => {
    const { id, clientSecret, number, pay, events, order, history } = await drafted(`in-flight-${today}`);
    await begin();
    await pay();
    const paidEvent = events().find(({ type }) => type === "payment_intent.succeeded");
    if (!paidEvent) throw new Error("Stripe sent no event.");

    const back = `/order-success?payment_intent=${id}&payment_intent_client_secret=${clientSecret}`;
    const page = await ask(back);
    const words = textOf(await page.text());
    expect(page.status).toBe(200);
    expect(words).toContain("Check again");
    expect(words).not.toMatch(/nothing was charged|failed|not paid/i);
    expect((await webhook(paidEvent)) >= 500).toBe(true);
    await reconcilePayments(here, later(2)).catch(() => undefined);

    await end();
    expect((await order())?.state).toBe("awaiting-payment");
    expect(await webhook(paidEvent)).toBe(204);
    await work();
    await reconcilePayments(here, later(2));
    expect((await order())?.state).toBe("paid");
    expect((await history()).filter((kind) => kind === "paid")).toHaveLength(1);
    expect(textOf(await html(back))).toContain(number.slice(-4));
    expect(await stockDrift(db)).toEqual([]);
  });

  test("answers the checkout so that it asks for the order again, and never for another payment", async () => {
    const { id, pay, order } = await drafted(`again-${today}`);
    const body = await orderOf(shop, id, [["Ride Dirty Tee", "L", "Black"]]);
    await pay();
    await begin();
    const refused = await post("/orders", body);
    expect(refused.status).toBe(503);
    expect(afterFailedOrder(refused.body)).toBe("confirming");

    await end();
    await reconcilePayments(here, later(2));
    expect((await order())?.state).toBe("paid");
  });

  test("is told by gauges and Today, while pages and /readyz answer", async () => {
    await begin();
    expect(await gauges()).toEqual(expected);
    expect(await officeAs(here, memberAs("owner")).text("/")).toContain(today);
    for (const path of ["/", "/shop/men", "/checkout", "/order-status", "/readyz"])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    await end();
    expect(await gauges()).toEqual({ held: 0, disk_free_bytes: 100e9 });
    expect(await officeAs(here, memberAs("owner")).text("/")).not.toContain(today);
  });
});
