import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { endMadeOrder } from "~/shop/orders/made/made-order-acts.server";
import { madeOrders } from "~/shop/orders/made/made-orders.tables";
import { payLinks } from "~/shop/orders/letter-links.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { payments } from "~/shop/payments/payments.tables";
import { textOf } from "~/testing/html";
import { made, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { cards, payWith } from "~/testing/riders.server";
import { posted } from "~/testing/posted-form.server";
import { action } from "./pay-link.page";

const { shop, ask, html } = await openReadablePages();
const { db } = shop;
const dana = memberAs("manager", "Dana");
const pathOf = async (number: string) => new URL(await payLinks.address(shop, number)).pathname;

/** Submits the page's form; returns the response's status and text. */
async function send(number: string, fields: Record<string, string>) {
  const path = await pathOf(number);
  const [, , id = "", signature = ""] = path.split("/");
  const { data, init } = await posted(action, shop, path, fields, { params: { id, signature } });
  return { status: init?.status ?? 200, ...(data.ok ? data.value : { message: data.message }) };
}

test("[B-95] the page of a pay link shows lines, sum and deadline with a valid signature only, and a hundred reads change nothing", async () => {
  const number = await made(shop, dana, await wishFor(shop, 2, { words: "See you at the rally." }));
  const path = await pathOf(number);
  const answer = await ask(path);
  const page = textOf(await answer.text());
  expect(page).toMatch(
    /To pay now.*Jo, this is what we agreed.*Held for you until.*See you at the rally\..*Sprocket Tee/s,
  );
  expect(page).not.toContain("Sandstone");
  expect(["cache-control", "referrer-policy"].map((name) => answer.headers.get(name))).toEqual([
    "private, no-store",
    "same-origin",
  ]);
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
  expect(answer.headers.get("set-cookie")).toBeNull();

  await Promise.all(Array.from({ length: 100 }, (_, time) => ask(path, { method: time % 2 ? "GET" : "HEAD" })));
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  const [row] = await db.select().from(madeOrders).where(eq(madeOrders.orderNumber, number));
  expect([payment?.gatewayId, row?.openedAt]).toEqual([null, null]);

  const altered = [`${path}x`, path.replace(number, "12345678"), `/pay/${number}/`, `/pay/${number}/${"a".repeat(43)}`];
  for (const each of altered) expect((await ask(each)).status).toBe(404);
});

test("[B-95] the page of a paid link says that the order is paid and links to it; an ended link says that nothing was charged", async () => {
  const number = await made(shop, dana, await wishFor(shop));
  const asked = await send(number, { act: "pay", method: "Credit Card" });
  const { paymentId, clientSecret } = ("request" in asked && asked.request) || { paymentId: "", clientSecret: "" };
  // Before the payment, as after a refusal at Klarna, the return page links back to the pay link, not to a bag.
  const success = `/order-success?payment_intent=${paymentId}&payment_intent_client_secret=${clientSecret}`;
  expect(await html(success)).toContain(`href="${await pathOf(number)}"`);
  await payWith(shop, cards.good, clientSecret);
  expect(textOf(await html(success))).toContain("Order Confirmed!");
  expect((await orderByNumber(db, number))?.state).toBe("paid");
  expect(await html(await pathOf(number))).toMatch(new RegExp(`/order-status\\?order=${number}`));
  expect((await send(number, { act: "pay", method: "Credit Card" })).status).toBe(409);

  const other = await made(shop, dana, await wishFor(shop));
  await endMadeOrder(shop, dana, { submission: crypto.randomUUID(), number: other });
  expect(textOf(await html(await pathOf(other)))).toMatch(/This link has ended.*Nothing was charged/s);
  expect(await send(other, { act: "pay", method: "Klarna" })).toEqual({
    status: 409,
    message: "This link has ended. Nothing was charged.",
  });

  const third = await made(shop, dana, await wishFor(shop));
  expect((await send(third, { act: "decline" })).status).toBe(200);
  expect((await orderByNumber(db, third))?.state).toBe("cancelled");
});
