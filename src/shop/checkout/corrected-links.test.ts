import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { approveReturn } from "~/shop/returns/approve-return.server";
import { keepLabel } from "~/shop/returns/label-file.server";
import type { OfReturn } from "~/shop/returns/return-letter-jobs";
import { sendInstructions, sendLabel } from "~/shop/returns/return-letters.server";
import { returnByNumber, startReturn } from "~/shop/returns/returns.server";
import { shopperReturns } from "~/shop/returns/shopper-returns.server";
import { undo } from "~/shop/audit/undo.server";
import { makeChange, previewOfChange } from "~/shop/orders/changes/make-change.server";
import type { TellChange } from "~/shop/orders/changes/change-jobs";
import { changeById } from "~/shop/orders/changes/open-change.server";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { sendChangeLetter } from "~/shop/orders/letters/change-letters.server";
import type { SendPayLink } from "~/shop/orders/letters/letter-jobs";
import { sendPayLink } from "~/shop/orders/letters/made-letters.server";
import { sendAgain } from "~/shop/orders/letters/order-letters.server";
import { startOrderJobs } from "~/shop/orders/orders.jobs";
import { correctEmail, endLinksOfFormerCorrections, orderEmailRecord } from "~/shop/orders/order-email.server";
import { letters, orders } from "~/shop/orders/orders.tables";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { payments } from "~/shop/payments/payments.tables";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { linkTo, textOf } from "~/testing/html";
import { made, wishFor } from "~/testing/made-orders.server";
import { posted } from "~/testing/posted-form.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { cards, jo, lineOf, payWith } from "~/testing/riders.server";
import { testMember } from "~/testing/sign-in.server";
import { action } from "./pay-link.page";

const { shop, db, tee, bought, shipped, seen, rowOf } = await openBoughtOrders();
const { ask, html } = await openReadablePages(shop);
const dana = await testMember(shop, "manager", "Dana");

/** Writes a new address to an order as a member does; returns the act. */
async function corrected(number: string, email = `rider-${randomUUID()}@example.com`): Promise<string> {
  const submission = randomUUID();
  const { version } = await rowOf(number);
  const saved = await correctEmail(shop, dana, { submission, number, version, email, reason: "They wrote in" });
  expect(saved.saved).toBe(true);
  return submission;
}

/** Path of the one link to pay in the newest letter, and the letter's recipient. */
function newest(): { path: string; to: string } {
  const { text = "", to = "" } = shop.letters.at(-1) ?? {};
  const found = /\/(?:order-change|pay)\/\S+/.exec(text)?.[0];
  if (!found) throw new Error(`No link in: ${text}`);
  return { path: found, to };
}

/** Runs the newest job of a queue. */
async function run<Payload>(queue: string, work: (payload: Payload) => Promise<void>): Promise<void> {
  const job = shop.payloads.findLast(({ name }) => name === queue);
  if (!job) throw new Error(`There is no job ${queue}.`);
  await work(job.payload as Payload);
}
const sendNewestChange = () => run<TellChange>("tell-change", (job) => sendChangeLetter(shop, job));

/** A paid order with a change that costs more; the letter about it has been sent. */
async function waiting() {
  const number = await bought([["Sprocket Tee", "M", "Ash"]]);
  const { product, size, color } = await lineOf(shop, ["Gauntlet Leather Gloves", "M", "Black"]);
  const wanted = {
    goes: [{ position: 0, quantity: 1 }],
    comes: [{ product, size, color, quantity: 1, replaces: 0 }],
  };
  const { difference } = await previewOfChange(shop, number, wanted);
  const { id } = await makeChange(shop, await seen(number), { ...wanted, difference, hours: 72, words: "" });
  await sendNewestChange();
  return { number, id, path: newest().path };
}

/** Submits the form of a pay link's page; a page that is not found throws. */
async function send(path: string, fields: Record<string, string>) {
  const [, , id = "", signature = ""] = path.split("/");
  const { data, init } = await posted(action, shop, path, fields, { params: { id, signature } });
  return { status: init?.status ?? 200, ...(data.ok ? data.value : { message: data.message }) };
}
async function pay(path: string, method = "Credit Card") {
  const answer = await send(path, { act: "pay", method });
  if (!("request" in answer) || !answer.request) throw new Error(JSON.stringify(answer));
  return answer.request;
}
const refusedAs404 = (path: string, fields: Record<string, string>) =>
  expect(send(path, fields)).rejects.toMatchObject({ init: { status: 404 } });

test("a letter's link to a change works until the e-mail address is corrected; then it shows and does nothing, and the new mailbox gets one that works", async () => {
  const { number, id, path } = await waiting();
  // As every release before signed it: the signature covers the id alone.
  expect(path).toBe(`/order-change/${id}/${shop.sealer.sign("order change", id)}`);
  expect((await ask(path)).status).toBe(200);
  const email = `rider-${randomUUID()}@example.com`;
  await corrected(number, email);

  const [dead, unknown] = await Promise.all([ask(path), ask(`/order-change/${id}/${"a".repeat(43)}`)]);
  expect([dead.status, unknown.status]).toEqual([404, 404]);
  expect(await dead.text()).toBe((await unknown.text()).replaceAll("a".repeat(43), path.split("/").at(-1) ?? ""));
  await refusedAs404(path, { act: "decline" });
  await refusedAs404(path, { act: "pay", method: "Credit Card" });
  expect(await changeById(db, id)).toMatchObject({ state: "waiting" });

  await sendNewestChange();
  const { path: fresh, to } = newest();
  expect([to, fresh === path, (await ask(fresh)).status]).toEqual([email, false, 200]);
  const { paymentId, clientSecret } = await pay(fresh);
  await payWith(shop, cards.good, clientSecret);
  expect(await settleChange(shop, paymentId)).toMatchObject({ state: "applied" });
  expect((await ask(path)).status).toBe(404);
});

test("two corrections, and an undo, each end the links before them", async () => {
  const { number, path } = await waiting();
  const paths = [path];
  await corrected(number);
  await sendNewestChange();
  paths.push(newest().path);
  const act = await corrected(number);
  await sendNewestChange();
  paths.push(newest().path);
  expect(await Promise.all(paths.map(async (each) => (await ask(each)).status))).toEqual([404, 404, 200]);
  expect((await undo(shop, dana, [orderEmailRecord], { of: { act }, submission: randomUUID() })).saved).toBe(true);
  await sendNewestChange();
  paths.push(newest().path);
  expect(await Promise.all(paths.map(async (each) => (await ask(each)).status))).toEqual([404, 404, 404, 200]);
  expect(new Set(paths).size).toBe(4);
});

test("a link whose round is written into its id is answered like an unknown one", async () => {
  const { number, id } = await waiting();
  await corrected(number);
  await sendNewestChange();
  const signature = newest().path.split("/").at(-1) ?? "";
  expect(signature).toHaveLength(44);
  const moved = [`/order-change/${id}%201/${signature.slice(0, 43)}`, `/order-change/${id}%20/${signature}`];
  expect(await Promise.all(moved.map(async (path) => (await ask(path)).status))).toEqual([404, 404]);
});

test("money that arrives by the link before a correction makes the change; otherwise the new link's request ends the old one's", async () => {
  const [first, second] = [await waiting(), await waiting()];
  const old = await pay(first.path);
  await corrected(first.number);
  await payWith(shop, cards.good, old.clientSecret);
  const back = `/order-success?payment_intent=${old.paymentId}&payment_intent_client_secret=${old.clientSecret}`;
  expect(textOf(await html(back))).toContain("Your order is changed");
  expect((await changeById(db, first.id))?.state).toBe("applied");

  const asked = await pay(second.path);
  await corrected(second.number);
  await sendNewestChange();
  const { path } = newest();
  // The secret of the payment does not open the new link.
  const unpaid = `/order-success?payment_intent=${asked.paymentId}&payment_intent_client_secret=${asked.clientSecret}`;
  const page = await html(unpaid);
  expect([page.includes("/order-change/"), page.includes("Back to checkout")]).toEqual([false, false]);
  const fresh = await pay(path);
  expect(fresh.paymentId).not.toBe(asked.paymentId);
  expect((await shop.payments.find(asked.paymentId))?.status).toBe("cancelled");
  expect(
    await html(unpaid.replace(asked.paymentId, fresh.paymentId).replace(asked.clientSecret, fresh.clientSecret)),
  ).toContain(path);
  await payWith(shop, cards.good, fresh.clientSecret);
  await settleChange(shop, fresh.paymentId);
  expect((await changeById(db, second.id))?.state).toBe("applied");
  const rows = await db.select().from(payments).where(eq(payments.changeId, second.id));
  expect(rows.map(({ state }) => state).toSorted()).toEqual(["cancelled", "received"]);
});

test("an unpaid order that a member made can be sent to the right mailbox: the old link ends, the new one pays", async () => {
  const number = await made(shop, dana, await wishFor(shop));
  await sendPayLink(shop, { number, round: 1 });
  const old = shop.letters.findLast(({ to }) => to !== dana.email);
  const path = /\/pay\/\S+/.exec(old?.text ?? "")?.[0] ?? "";
  expect(path).toBe(`/pay/${number}/${shop.sealer.sign("pay link", number)}`);
  const asked = await pay(path);
  const email = `rider-${randomUUID()}@example.com`;
  await corrected(number, email);
  await run<SendPayLink>("send-pay-link", (job) => sendPayLink(shop, job));
  const { path: fresh, to } = newest();
  expect([to, (await ask(path)).status, (await ask(fresh)).status]).toEqual([email, 404, 200]);
  await refusedAs404(path, { act: "decline" });

  const paid = await pay(fresh);
  expect((await shop.payments.find(asked.paymentId))?.status).toBe("cancelled");
  await payWith(shop, cards.good, paid.clientSecret);
  expect((await settleOrder(shop, paid.paymentId)).number).toBe(number);
  // A later correction also ends the page that says that it is paid.
  await corrected(number);
  expect((await ask(fresh)).status).toBe(404);
});

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");

test("the label of a return is opened by its link until a correction, and is sent anew to the right mailbox", async () => {
  const number = await shipped([[...tee]]);
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const settings = { ...shop.settings(), returnApproval: "by-hand" } as const;
  const back = await startReturn(
    shop,
    { order: number, email: jo.email, round: "0", values },
    { now: new Date(), settings },
  );
  const found = await returnByNumber(db, back);
  const url = await db.transaction((tx) => keepLabel({ ...shop, db: tx }, back, PDF));
  const step = { number: back, version: found?.row.version ?? 0, actor: { kind: "staff", name: "Lee" } as const };
  await approveReturn(shop, step, { url });
  await sendInstructions(shop, back);
  const first = linkTo(shop.letters.at(-1)?.html ?? "", "prepaid label") ?? "";
  expect(first).toBe(`${shop.address}/return-label/${back}/${shop.sealer.sign("return label", back)}`);
  expect((await ask(first)).status).toBe(200);

  const email = `rider-${randomUUID()}@example.com`;
  await corrected(number, email);
  expect((await ask(first)).status).toBe(404);
  await run<OfReturn>("tell-return-label", (job) => sendLabel(shop, job.number, job.correction));
  const letter = shop.letters.at(-1);
  const second = /\S+\/return-label\/\S+/.exec(letter?.text ?? "")?.[0] ?? "";
  expect([letter?.to, second === first, (await ask(second)).status]).toEqual([email, false, 200]);
  const [shown] = await shopperReturns(shop, number, [], shop.settings());
  expect(shown?.labelUrl).toBe(second);
});

test("links of an order that a release without rounds corrected end; what is open is sent to the present address once", async () => {
  const [of, untouched] = [await waiting(), await waiting()];
  const email = `rider-${randomUUID()}@example.com`;
  await corrected(of.number, email);
  // As the former release left it.
  await db.update(orders).set({ linkRound: 0 }).where(eq(orders.number, of.number));
  expect((await ask(of.path)).status).toBe(200);

  shop.payloads.length = 0;
  await Promise.all([endLinksOfFormerCorrections(shop), endLinksOfFormerCorrections(shop)]);
  await endLinksOfFormerCorrections(shop);
  expect(shop.payloads.map(({ name }) => name)).toEqual(["tell-change"]);
  expect([(await ask(of.path)).status, (await ask(untouched.path)).status]).toEqual([404, 200]);

  await sendNewestChange();
  const { path: fresh, to } = newest();
  expect([to, (await ask(fresh)).status]).toEqual([email, 200]);
  const { paymentId, clientSecret } = await pay(fresh);
  await payWith(shop, cards.good, clientSecret);
  expect(await settleChange(shop, paymentId)).toMatchObject({ state: "applied" });
});

test("the job that ends links of former corrections ends its schedule with the last of them", async () => {
  const [one, other] = [await waiting(), await waiting()];
  for (const { number } of [one, other]) {
    await corrected(number, `rider-${randomUUID()}@example.com`);
    await db.update(orders).set({ linkRound: 0 }).where(eq(orders.number, number));
  }
  expect(await endLinksOfFormerCorrections(shop, 1)).toBe(false);

  const handlers = new Map<string, (payload: never) => Promise<void>>();
  const ended: string[] = [];
  const jobs = {
    ...shop.jobs,
    work: async (name: string, handler: (payload: never) => Promise<void>) => void handlers.set(name, handler),
    endSchedule: async (name: string) => void ended.push(name),
  };
  await startOrderJobs({ ...shop, jobs }, 60);
  await handlers.get("end-links-of-former-corrections")?.({} as never);
  expect(ended).toEqual(["end-links-of-former-corrections"]);
  expect([(await ask(one.path)).status, (await ask(other.path)).status]).toEqual([404, 404]);
});

test("a letter sent again to the right mailbox has links that work", async () => {
  const { number, path } = await waiting();
  await corrected(number);
  const all = await db.select().from(letters).where(eq(letters.orderNumber, number));
  const letter = all.find(({ text }) => text.includes(path));
  await sendAgain(shop, { letterId: letter?.id ?? 0, to: "", submission: randomUUID() });
  const { path: fresh } = newest();
  expect([fresh === path, (await ask(fresh)).status]).toEqual([false, 200]);
  expect(shop.letters.at(-1)?.html).not.toContain(path);
});

test("no answer of a pay link has the shopper's surname, e-mail address, phone, street or ZIP", async () => {
  const { path, number } = await waiting();
  const own = await made(shop, dana, await wishFor(shop));
  await sendPayLink(shop, { number: own, round: 1 });
  const link = /\/pay\/\S+/.exec(shop.letters.findLast(({ to }) => to !== dana.email)?.text ?? "")?.[0] ?? "";
  for (const [each, order] of [
    [path, number],
    [link, own],
  ] as const) {
    const { name, email, phone, address, postalCode } = await rowOf(order);
    const answers = [
      await html(each),
      await html(`${each}.data`),
      JSON.stringify(await send(each, { act: "pay", method: "Klarna" })),
    ];
    for (const secret of [name, name.split(" ").at(-1) ?? "", email, phone, address, postalCode])
      expect(answers.map((text) => text.includes(secret))).toEqual([false, false, false]);
  }
});
