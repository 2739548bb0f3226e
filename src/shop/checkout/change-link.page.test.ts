import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { HOUR } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { textOf } from "~/testing/html";
import { posted } from "~/testing/posted-form.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { cards, lineOf, payWith } from "~/testing/riders.server";
import { makeChange, previewOfChange } from "~/shop/orders/changes/make-change.server";
import { changeById } from "~/shop/orders/changes/open-change.server";
import { orderChanges } from "~/shop/orders/changes/order-changes.tables";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { formatCents } from "~/shop/money";
import { changeLinks } from "~/shop/orders/letter-links.server";
import { orderEvents } from "~/shop/orders/orders.tables";
import { reconcilePayments } from "~/shop/orders/settling/reconcile-payments.server";
import { payments } from "~/shop/payments/payments.tables";
import { action } from "./pay-link.page";

const { shop, db, bought, seen, rowOf } = await openBoughtOrders();
const { ask, html } = await openReadablePages(shop);

beforeEach(() => void vi.restoreAllMocks());

/** A paid order of a tee, with a change to gloves that waits for payment of the difference. */
async function waiting() {
  const number = await bought([["Sprocket Tee", "M", "Ash"]]);
  const { product, size, color } = await lineOf(shop, ["Gauntlet Leather Gloves", "M", "Black"]);
  const wanted = {
    goes: [{ position: 0, quantity: 1 }],
    comes: [{ product, size, color, quantity: 1, replaces: 0 }],
  };
  const { difference } = await previewOfChange(shop, number, wanted);
  const words = "Gloves it is, as you asked.";
  const { id } = await makeChange(shop, await seen(number), { ...wanted, difference, hours: 72, words });
  return { number, id, difference, path: new URL(await changeLinks.address(shop, id)).pathname };
}

/** Submits the page's form; returns the response's status and text. */
async function send(path: string, fields: { act: string; method?: string }) {
  const [, , id = "", signature = ""] = path.split("/");
  const { data, init } = await posted(action, shop, path, { method: "", ...fields }, { params: { id, signature } });
  return { status: init?.status ?? 200, ...(data.ok ? data.value : { message: data.message }) };
}

const pay = async (path: string, method: "Credit Card" | "Klarna") => {
  const answer = await send(path, { act: "pay", method });
  if (!("request" in answer) || !answer.request) throw new Error(JSON.stringify(answer));
  return answer.request;
};

const rowsOf = (number: string, id: string) =>
  Promise.all([
    rowOf(number),
    changeById(db, id),
    db.select().from(payments).where(eq(payments.orderNumber, number)).orderBy(payments.id),
    db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.id),
  ]);

test("the page of a change shows removed and added goods, the difference and the deadline; reading it changes nothing", async () => {
  const { number, id, difference, path } = await waiting();
  const answer = await ask(path);
  const page = textOf(await answer.text());
  expect(page).toMatch(/Jo, this is what we agreed for order.*Held for you until.*Gloves it is, as you asked\./s);
  expect(page).toMatch(/Comes.*Gauntlet Leather Gloves.*instead of Sprocket Tee.*Goes.*Sprocket Tee/s);
  expect(page).toContain(`PAY ${formatCents(difference)}`);
  expect(page).not.toContain("Sandstone");
  const headers = ["cache-control", "referrer-policy", "set-cookie"].map((name) => answer.headers.get(name));
  expect(headers).toEqual(["private, no-store", "same-origin", null]);
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");

  const before = await rowsOf(number, id);
  const asked = (["request", "find", "cancel"] as const).map((name) => vi.spyOn(shop.payments, name));
  const told = shop.payloads.length;
  await Promise.all(Array.from({ length: 20 }, () => ask(path)));
  for (const each of asked) expect(each).not.toHaveBeenCalled();
  expect(await rowsOf(number, id)).toEqual(before);
  expect(shop.payloads).toHaveLength(told);
});

test("a guessed or altered address, or the signature of another change, is answered with 404", async () => {
  const [{ id, path }, other] = [await waiting(), await waiting()];
  const altered = [
    `${path}x`,
    path.replace(id, other.id),
    path.replace(id, crypto.randomUUID()),
    `/order-change/${id}/`,
    `/order-change/${id}/${"a".repeat(43)}`,
    path.replace("/order-change/", "/pay/"),
  ];
  for (const each of altered) expect((await ask(each)).status).toBe(404);
  await expect(send(`${path}x`, { act: "decline" })).rejects.toMatchObject({ init: { status: 404 } });
  expect(await changeById(db, id)).toMatchObject({ state: "waiting" });
});

test("a payment by the page's form makes the change, and both the page and the return page say so", async () => {
  const { number, id, difference, path } = await waiting();
  const { paymentId, clientSecret } = await pay(path, "Credit Card");
  const success = `/order-success?payment_intent=${paymentId}&payment_intent_client_secret=${clientSecret}`;
  // Before the payment, as after a refusal at Klarna, the return page links back to the change.
  expect(await html(success)).toContain(`href="${path}"`);

  await payWith(shop, cards.good, clientSecret);
  expect(textOf(await html(success))).toContain("Your order is changed");
  expect(await changeById(db, id)).toMatchObject({ state: "applied" });
  const page = await html(path);
  expect(textOf(page)).toMatch(new RegExp(`your payment has arrived.*Paid\\s*\\${formatCents(difference)}`, "s"));
  expect(page).toContain(`/order-status?order=${number}`);
  for (const act of [{ act: "pay", method: "Klarna" }, { act: "decline" }])
    expect(await send(path, act)).toMatchObject({ status: 409, message: expect.stringMatching(/made before/) });
});

test("after the deadline the page says that the order stays as it was, and accepts no payment", async () => {
  const { id, path } = await waiting();
  await db
    .update(orderChanges)
    .set({ endsAt: new Date(Date.now() - 1) })
    .where(eq(orderChanges.id, id));
  // The page says so even if the job has not closed the change yet.
  const words = /This change has ended.*not paid in time.*Nothing was charged.*goes on exactly as it was/s;
  expect(textOf(await html(path))).toMatch(words);
  await reconcilePayments(shop, new Date(Date.now() + HOUR));
  expect(await changeById(db, id)).toMatchObject({ state: "ended", endedBy: "time" });
  const page = textOf(await html(path));
  expect(page).toMatch(words);
  expect(page).toMatch(/Stays.*Sprocket Tee.*Order total/s);
  expect(page).not.toMatch(/To pay|Gauntlet/);
  expect(await send(path, { act: "pay", method: "Credit Card" })).toMatchObject({
    status: 409,
    message: expect.stringMatching(/This change has ended/),
  });
});

test("a shopper can decline the change even after requesting its payment, which can then no longer be paid", async () => {
  const { id, path } = await waiting();
  const { clientSecret } = await pay(path, "Credit Card");
  expect((await send(path, { act: "decline" })).status).toBe(200);
  expect((await send(path, { act: "decline" })).status).toBe(200);
  expect(await changeById(db, id)).toMatchObject({ state: "ended", endedBy: "shopper" });
  expect(textOf(await html(path))).toMatch(/you kept your order as it was.*Nothing was charged/s);
  const late = await payWith(shop, cards.good, clientSecret).catch(() => ({ status: "refused" }));
  expect(late.status).not.toBe("succeeded");
});

test("choosing another payment method leaves only one payment request open", async () => {
  const { id, path } = await waiting();
  const card = await pay(path, "Credit Card");
  const klarna = await pay(path, "Klarna");
  expect((await pay(path, "Klarna")).paymentId).toBe(klarna.paymentId);
  const rows = await db.select().from(payments).where(eq(payments.changeId, id));
  const open = rows.filter(({ state }) => state === "requested");
  expect(open.map(({ gatewayId, method }) => ({ gatewayId, method }))).toEqual([
    { gatewayId: klarna.paymentId, method: "Klarna" },
  ]);
  const states = await Promise.all([card, klarna].map(({ paymentId }) => shop.payments.find(paymentId)));
  expect(states.map((each) => each?.status)).toEqual(["cancelled", "open"]);
});

test("while a payment is being processed, another request and a decline are refused", async () => {
  const { id, path } = await waiting();
  const { paymentId } = await pay(path, "Credit Card");
  const known = await shop.payments.find(paymentId);
  if (!known) throw new Error("no request");
  const onItsWay = { ...known, status: "processing" as const };
  vi.spyOn(shop.payments, "find").mockResolvedValue(onItsWay);
  vi.spyOn(shop.payments, "request").mockResolvedValue(onItsWay);
  vi.spyOn(shop.payments, "cancel").mockResolvedValue(onItsWay);
  for (const act of [{ act: "pay", method: "Credit Card" }, { act: "pay", method: "Klarna" }, { act: "decline" }])
    expect(await send(path, act)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/still being processed/),
    });
  expect(await changeById(db, id)).toMatchObject({ state: "waiting" });
  vi.restoreAllMocks();
  await expect(settleChange(shop, paymentId)).rejects.toMatchObject({ code: "payment-missing" });
});
