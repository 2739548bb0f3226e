import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { testMember } from "~/testing/sign-in.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { jo, leftOf } from "~/testing/riders.server";
import { audit } from "~/shop/audit/audit.tables";
import { variants } from "~/shop/catalog/catalog.tables";
import { release, reserve, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { memberEvents } from "~/shop/members/member-events.tables";
import { shownNumber } from "~/shop/orders/order-number";
import { orders, parcels } from "~/shop/orders/orders.tables";
import { deliverParcel } from "~/shop/orders/parcels/deliver-parcel.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { expireExchange } from "~/shop/orders/exchanges/end-exchange.server";
import { KEPT_DAYS } from "~/shop/orders/exchanges/kept-until.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { shownReturnNumber } from "~/shop/returns/return-number";
import {
  sendInstructions,
  sendLabel,
  sendReceived,
  sendRefused,
  sendSettled,
} from "~/shop/returns/return-letters.server";
import { startReturn } from "~/shop/returns/returns.server";
import { returns } from "~/shop/returns/returns.tables";
import { settings as settingRows } from "~/shop/settings.tables";

const { shop, db, staff, tee, seen, shipped, stateOf } = await openBoughtOrders();
const dana = officeAs(shop, await testMember(shop, "manager", "Dana"));
const kim = officeAs(shop, await testMember(shop, "manager", "Kim"));
const sam = await testMember(shop, "packer", "Sam");
const packer = officeAs(shop, sam);
const bookkeeper = officeAs(shop, await testMember(shop, "bookkeeper", "Lou"));
type Office = typeof dana;

/** Starts a return as a shopper; returns its number. */
async function started(
  values: Record<string, string>,
  {
    picks = [[...tee, 2]],
    approval = "automatic",
  }: { picks?: Parameters<typeof shipped>[0]; approval?: "automatic" | "by-hand" } = {},
): Promise<{ order: string; back: string }> {
  const order = await shipped(picks);
  const request = { order, email: jo.email, round: "0", values };
  const settings = { ...shop.settings(), returnApproval: approval };
  return { order, back: await startReturn(shop, request, { now: new Date(), settings }) };
}
const twoTooSmall = { "quantity-0": "2", "reason-0": "too-small" };

const page = async (office: Office, path: string) => (await office.fetch(path)).text();

/** Opens a page and returns the fields of its form as a browser without script would send them. */
async function opened(office: Office, path: string): Promise<Record<string, string>> {
  const html = await page(office, path);
  const form = html.slice(html.indexOf("<main"), html.indexOf("</main"));
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const at = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    if (at("type") === "checkbox" && !tag.includes(" checked")) continue;
    const name = at("name");
    if (name) fields[name] = at("value") ?? "";
  }
  for (const [, name = "", options = ""] of form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name] = /<option value="([^"]*)" selected=""/.exec(options)?.[1] ?? "";
  return fields;
}

async function done(office: Office, path: string, typed: Record<string, string> = {}): Promise<Response> {
  return office.post(path, { ...(await opened(office, path)), ...typed });
}
const jobsOf = (queue: string, back: string) =>
  shop.payloads.filter(({ name, payload }) => name === queue && "number" in payload && payload.number === back);
const lettersOf = (back: string) => shop.letters.flatMap(({ key }) => (key.endsWith(back) ? [key.split(" ")[0]] : []));
const rowOf = async (back: string) => (await db.select().from(returns).where(eq(returns.number, back)))[0];

test("[B-41] the screen Today lists a return; each step is done once and sends one letter, even if its form is sent twice", async () => {
  const { order, back } = await started(twoTooSmall, { approval: "by-hand" });
  const left = (await leftOf(shop, [...tee])) ?? 0;
  expect(await dana.text("/")).toMatch(/1 Returns 1 asks to come back Open returns/);
  expect(await dana.text("/returns")).toContain(`${shownReturnNumber(back)}`);

  const steps = [
    ["approve", { label: "https://labels.example/R1" }, "instruct-return", sendInstructions],
    ["receive", { "came-0-as-new": "1", "came-0-damaged": "1" }, "tell-return-received", sendReceived],
    ["settle", {}, "tell-return-settled", sendSettled],
  ] as const;
  for (const [step, typed, queue, send] of steps) {
    const form = { ...(await opened(dana, `/returns/${back}/${step}`)), ...typed };
    const answers = await Promise.all([1, 2, 3].map(() => dana.post(`/returns/${back}/${step}`, form)));
    expect([step, ...answers.map(({ status }) => status)]).toEqual([step, 302, 302, 302]);
    expect(jobsOf(queue, back)).toHaveLength(1);
    await Promise.all([send(shop, back), send(shop, back)]);
  }

  expect(lettersOf(back)).toEqual(["return-started", "return-received", "return-settled"]);
  expect(shop.letters.find(({ key }) => key === `return-started ${back}`)?.html).toContain("https://labels.example/R1");
  expect((await refundsOf(db, order)).map(({ cause }) => cause)).toEqual([`return:${back}`]);
  expect(await leftOf(shop, [...tee])).toBe(left + 1);
  expect(await stateOf(order)).toBe("refunded");
  const logged = await db.select().from(audit).where(eq(audit.record, back));
  expect(logged.map(({ field }) => field).toSorted()).toEqual(["approved", "received", "settled"]);
  const said = await dana.text(`/returns/${back}`);
  expect(said).toContain("1 as new, 1 damaged or faulty 2 refunded, 1 back on the shelf, 1 written off");
  expect(said).toMatch(/Settled Dana/);
  expect(await dana.text("/")).not.toContain("Returns 1");
});

test("[B-21] the page after a step shows the step as done, with a message without Undo", async () => {
  const { back } = await started(twoTooSmall, { approval: "by-hand" });
  const to = (await done(dana, `/returns/${back}/approve`)).headers.get("location")?.replace("/back-office", "") ?? "";
  const said = await dana.text(to);
  expect(said).toContain(`Return ${shownReturnNumber(back)} is approved before its label is sent.`);
  expect(said).toContain("Its label was not sent yet");
  expect(said).not.toContain("Undo");
});

test("[B-12] a packer can only receive a return; a bookkeeper can only read it", async () => {
  const { back } = await started(twoTooSmall);
  for (const step of ["approve", "refuse", "settle"])
    expect([step, (await packer.fetch(`/returns/${back}/${step}`)).status]).toEqual([step, 403]);
  const form = await opened(dana, `/returns/${back}/refuse`);
  expect((await packer.post(`/returns/${back}/refuse`, { ...form, words: "No" })).status).toBe(403);
  expect((await bookkeeper.post(`/returns/${back}/receive`, { ...form, "came-0-as-new": "1" })).status).toBe(403);
  expect(await rowOf(back)).toMatchObject({ state: "started", version: 1 });
  const denied = await db.select().from(memberEvents).where(eq(memberEvents.memberId, sam.id));
  expect(denied.length).toBeGreaterThan(0);

  expect((await done(packer, `/returns/${back}/receive`, { "came-0-as-new": "2" })).status).toBe(302);
  expect((await packer.post(`/returns/${back}/settle`, form)).status).toBe(403);
  await done(dana, `/returns/${back}/settle`);
  for (const path of ["", ".data"]) {
    const html = await page(packer, `/returns/${back}${path}`);
    expect(html).not.toMatch(/\$\d/);
    expect(html).not.toContain(jo.email);
  }
  expect(await bookkeeper.text(`/returns/${back}`)).toMatch(/Refund \$\d/);
  expect((await bookkeeper.fetch("/returns")).status).toBe(200);
});

test("when two members settle a return, the second gets a message with the first one's name, and the return is settled once", async () => {
  for (let round = 0; round < 4; round++) {
    const { order, back } = await started(twoTooSmall);
    await done(packer, `/returns/${back}/receive`, { "came-0-as-new": "2" });
    const [mine, theirs] = [
      await opened(dana, `/returns/${back}/settle`),
      await opened(kim, `/returns/${back}/settle`),
    ];
    const late = seen(order).then(async (change) =>
      deliverParcel(shop, change, (await parcelsOf(db, order))[0]?.id ?? 0),
    );
    const answers = await Promise.all([
      dana.post(`/returns/${back}/settle`, mine),
      kim.post(`/returns/${back}/settle`, { ...theirs, "refund-0": "1", words: "One is worn." }),
      late.catch(() => undefined),
    ]);
    const statuses = answers.slice(0, 2).map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 302).length).toBeLessThan(2);
    // If both requests are refused because of the delivery, one member sends the form again.
    if (!statuses.includes(302)) await done(dana, `/returns/${back}/settle`);
    expect(await refundsOf(db, order)).toHaveLength(1);
    expect(await rowOf(back)).toMatchObject({ state: "settled", version: 3 });
    const words = wordsIn(
      await (await kim.post(`/returns/${back}/settle`, { ...theirs, submission: crypto.randomUUID() })).text(),
    );
    expect(words).toMatch(/(Dana|Kim) settled this return at .*, after you opened it\. Nothing of yours was done\./);
  }
  expect(await stockDrift(db)).toEqual([]);
});

test("a member can refuse a return with a message until it arrives; its pieces can be returned in a new return", async () => {
  const { order, back } = await started(twoTooSmall);
  const empty = await done(dana, `/returns/${back}/refuse`);
  expect(empty.status).toBe(422);
  expect(wordsIn(await empty.text())).toContain("Write to the shopper why it cannot come back.");

  expect((await done(dana, `/returns/${back}/refuse`, { words: "It was worn <b>daily</b>.\nSorry." })).status).toBe(
    302,
  );
  await sendRefused(shop, back);
  const letter = shop.letters.find(({ key }) => key === `return-refused ${back}`);
  expect(letter?.text).toContain("It was worn <b>daily</b>.");
  expect(letter?.text).toContain("please do not send it any more");
  expect(letter?.html).not.toContain("<b>daily");

  expect(await packer.text(`/returns/${back}/receive`)).toContain(
    "This step is done, or the return has gone another way.",
  );
  const again = { order, email: jo.email, round: "0", values: { ...twoTooSmall, "reason-0": "too-large" } };
  const next = await startReturn(shop, again, { now: new Date(), settings: shop.settings() });
  await done(packer, `/returns/${next}/receive`, { "came-0-as-new": "1" });
  const late = await dana.post(`/returns/${next}/refuse`, {
    ...(await opened(dana, `/returns/${next}/settle`)),
    words: "No",
  });
  expect(late.status).toBe(409);
});

test("the letter to the shopper names announced pieces that did not arrive; they are not refunded, and can be returned later", async () => {
  const { order, back } = await started(twoTooSmall);
  for (const [typed, words] of [
    [{ "came-0-as-new": "3" }, "2 were announced. If more came, start another return for the rest."],
    [{ "came-0-as-new": "1", "came-0-worn": "2" }, "2 were announced."],
    [{ "came-0-as-new": "one" }, "Write a whole number, or nothing."],
    [{ "came-0-as-new": "-1" }, "Write a whole number, or nothing."],
    [{}, "At least one piece has to be here."],
    [{ "came-0-as-new": "1\0" }, "Please use plain text."],
  ] as const) {
    const answer = await done(packer, `/returns/${back}/receive`, typed);
    expect([typed, answer.status]).toEqual([typed, 422]);
    expect(wordsIn(await answer.text())).toContain(words);
  }
  await done(packer, `/returns/${back}/receive`, { "came-0-worn": "1" });
  await sendReceived(shop, back);
  expect(shop.letters.find(({ key }) => key === `return-received ${back}`)?.text).toMatch(
    /1 of 2[\s\S]*Not in the parcel/i,
  );

  const none = { "refund-0": "0", "restock-0-worn": "0" };
  const silent = await done(dana, `/returns/${back}/settle`, none);
  expect(wordsIn(await silent.text())).toContain(
    "Less goes back than was paid for what came: write to the shopper why.",
  );
  expect((await done(dana, `/returns/${back}/settle`, { ...none, words: "It has been worn." })).status).toBe(302);
  expect(await refundsOf(db, order)).toEqual([]);
  await sendSettled(shop, back);
  const letter = shop.letters.find(({ key }) => key === `return-settled ${back}`)?.text;
  expect(letter).toContain("It has been worn.");
  expect(letter).toContain("1 not refunded");
  expect(await packer.text(`/returns/new?order=${order}`)).toContain("1 may come back");
});

test("a member can correct the count of received pieces until the return is settled; the correction is logged, and the letter is sent again", async () => {
  const { order, back } = await started(twoTooSmall);
  await done(packer, `/returns/${back}/receive`, { "came-0-as-new": "1" });
  await sendReceived(shop, back);
  expect(await packer.text(`/returns/${back}`)).toContain("Correct what was counted");
  const late = await opened(dana, `/returns/${back}/settle`);
  const form = await opened(packer, `/returns/${back}/receive`);
  expect(form).toMatchObject({ "came-0-as-new": "1" });
  const corrected = { ...form, "came-0-damaged": "1" };
  const answers = await Promise.all([1, 2].map(() => packer.post(`/returns/${back}/receive`, corrected)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect(jobsOf("tell-return-received", back)).toHaveLength(2);
  await sendReceived(shop, back, 3);
  const letter = shop.letters.find(({ key }) => key === `return-received ${back} 3`);
  expect(letter?.subject).toContain("Corrected: Your return arrived");
  expect(letter?.text).toContain("we counted your return again");
  const logged = await db.select().from(audit).where(eq(audit.record, back));
  expect(logged.map(({ field, new: count }) => [field, count])).toEqual([
    ["received", "1"],
    ["recounted", "2"],
  ]);

  expect((await dana.post(`/returns/${back}/settle`, late)).status).toBe(409);
  expect((await done(dana, `/returns/${back}/settle`)).status).toBe(302);
  expect((await refundsOf(db, order)).map(({ amount }) => amount)).toEqual([72_00]);
  expect(
    (await packer.post(`/returns/${back}/receive`, { ...corrected, submission: crypto.randomUUID() })).status,
  ).toBe(409);
});

test("an order's page shows returned pieces and pieces on the way back, offers a return of other pieces only, and names each letter", async () => {
  const { order, back } = await started({ "quantity-0": "1", "reason-0": "too-small" });
  expect(await dana.text(`/orders/${order}`)).toContain("1 in parcel 1, 1 on the way back");
  await sendInstructions(shop, back);
  await done(packer, `/returns/${back}/receive`, { "came-0-as-new": "1" });
  await sendReceived(shop, back);
  await done(dana, `/returns/${back}/settle`);
  await sendSettled(shop, back);
  const page = await dana.text(`/orders/${order}`);
  expect(page).toContain("1 in parcel 1, 1 back with you, 1 refunded");
  expect(page).toContain("Start a return 1 piece can come back");
  for (const name of ["How to send it back", "Your return is here", "Your return is settled"])
    expect(page).toContain(`Letter "${name}" sent`);
  expect(page).not.toMatch(/settled sent|instructions sent|R\d{7}/);

  const request = { order, email: jo.email, round: "1", values: { "quantity-0": "1", "reason-0": "too-small" } };
  const rest = await startReturn(shop, request, { now: new Date(), settings: shop.settings() });
  await done(packer, `/returns/${rest}/receive`, { "came-0-as-new": "1" });
  await done(dana, `/returns/${rest}/settle`);
  expect(await dana.text(`/orders/${order}`)).toContain("Back with you, refunded");
  expect(await dana.text(`/orders/${order}`)).not.toContain("Start a return");
  expect(await dana.text(`/returns/${rest}`)).not.toContain("Start another return");
});

test("without a mail server the pages, also the screen Today, say that letters wait in the outbox instead of that they were sent", async () => {
  const mail = { ...shop.mail, isDelivering: false, held: async () => 3 };
  const unmailed = { ...shop, mail };
  const office = officeAs(unmailed, await testMember(shop, "owner", "Olga"));
  const sent = await shipped([[...tee, 2]]);
  for (const [path, promise] of [
    [`/returns/new?order=${sent}`, "The shopper gets the instructions by mail"],
    ["/account/password", "You are told by mail of every change."],
  ] as const) {
    const words = await office.text(path);
    expect([words.includes(promise), words.includes("For now it waits in the outbox")]).toEqual([true, true]);
    expect(await dana.text(path)).not.toContain("For now it waits");
  }
  const path = `/returns/new?order=${sent}`;
  for (const isHere of [true, false]) {
    const form = { ...(await opened(office, path)), "quantity-0": "1", "reason-0": "changed-mind" };
    const response = await office.post(path, { ...form, ...(isHere && { isHere: "yes" }) });
    const said = await office.text(response.headers.get("location")?.replace("/back-office", "") ?? "");
    expect([isHere, said.includes("The letter about it waits in the outbox")]).toEqual([isHere, !isHere]);
  }
  const { order, back } = await started(twoTooSmall, { approval: "by-hand" });
  const to =
    (await done(office, `/returns/${back}/approve`)).headers.get("location")?.replace("/back-office", "") ?? "";
  expect(await office.text(to)).toContain("The letter about it waits in the outbox: no mail server is set up.");
  await sendInstructions(unmailed, back);
  expect(await office.text(`/returns/${back}`)).toContain(
    "Letter with the instructions waits in the outbox: no mail server is set up",
  );
  const html = await page(office, `/orders/${order}`);
  expect(wordsIn(html)).toMatch(/Letter "How to send it back" to \S+ waits in the outbox: no mail server is set up\./);
  const letter = /href="\/back-office(\/orders\/\d{8}\/letters\/\d+)"/.exec(html)?.[1] ?? "";
  expect(await office.text(letter)).toContain("Waiting: no mail server is set up.");
  expect(await office.text("/")).toContain("No mail server is set up 3 letters lie in the outbox folder");
});

test("settling an exchange whose variant sold out meanwhile is refused with a message; the member can refund it or choose another variant", async () => {
  const wanted = { "quantity-0": "1", "reason-0": "exchange", "exchange-0": "Ash / L" };
  const { order, back } = await started(wanted, { picks: [[...tee]] });
  expect(await dana.text(`/returns/${back}`)).toContain("kept until it is here");
  await expireExchange(shop, back, new Date(Date.now() + (KEPT_DAYS + 1) * DAY));
  await done(packer, `/returns/${back}/receive`, { "came-0-as-new": "1" });
  const form = await opened(dana, `/returns/${back}/settle`);
  expect(form).toMatchObject({ "refund-0": "0", "exchange-0": "1" });

  const variantId = Number(form["variant-0"]);
  const [row] = await db.select().from(variants).where(eq(variants.id, variantId));
  const all = [{ variantId, quantity: row?.stock ?? 0 }];
  await db.transaction((tx) => reserve(tx, all, "somebody else", staff));
  const answer = await dana.post(`/returns/${back}/settle`, form);
  expect(answer.status).toBe(422);
  expect(wordsIn(await answer.text())).toContain("Ash / L has sold out meanwhile. Refund it, or choose another.");
  expect(await rowOf(back)).toMatchObject({ state: "received", version: 2 });

  expect(await opened(dana, `/returns/${back}/settle`)).toMatchObject({ "refund-0": "1", "exchange-0": "0" });
  expect((await done(dana, `/returns/${back}/settle`)).status).toBe(302);
  await db.transaction((tx) => release(tx, "somebody else", staff));
  expect((await refundsOf(db, order)).map(({ amount }) => amount)).toEqual([36_00]);
  expect(await stockDrift(db)).toEqual([]);
});

test("a member can neither refund, exchange nor restock more pieces than arrived", async () => {
  const { order, back } = await started(twoTooSmall);
  await done(packer, `/returns/${back}/receive`, { "came-0-as-new": "1", "came-0-damaged": "1" });
  for (const [typed, words] of [
    [{ "refund-0": "3" }, "Only 2 pieces came: refunds and exchanges together are no more."],
    [{ "refund-0": "2", "exchange-0": "1" }, "Only 2 pieces came"],
    [{ "refund-0": "1", "exchange-0": "1", "variant-0": "" }, "Choose what is sent instead."],
    [{ "refund-0": "1", "exchange-0": "1", "variant-0": "1" }, "Choose what is sent instead."],
    [{ "restock-0-as-new": "2" }, "Only one piece came like that."],
  ] as const) {
    const answer = await done(dana, `/returns/${back}/settle`, typed);
    expect([typed, answer.status]).toEqual([typed, 422]);
    expect(wordsIn(await answer.text())).toContain(words);
  }
  expect(await refundsOf(db, order)).toEqual([]);
});

test("the label of an automatically approved return is sent once, in a separate letter", async () => {
  const { back } = await started(twoTooSmall);
  expect(await dana.text(`/returns/${back}`)).toContain("Needs its label");
  for (const label of ["http://labels.example", "javascript:alert(1)", "label", "https://a b"]) {
    const answer = await done(dana, `/returns/${back}/approve`, { label });
    expect([label, answer.status]).toEqual([label, 422]);
  }
  expect((await done(dana, `/returns/${back}/approve`, { label: "https://labels.example/2" })).status).toBe(302);
  await sendLabel(shop, back);
  await sendLabel(shop, back);
  expect(lettersOf(back)).toEqual(["return-label"]);
  expect(await dana.text(`/returns/${back}/approve`)).toContain("This step is done");
});

test("the letter about an approval without a label says that a label follows or that there is none; the screen Today lists missing labels, and a member can add a label later", async () => {
  const letter = (key: string) => shop.letters.find((sent) => sent.key === key)?.text ?? "";
  const { back } = await started(twoTooSmall, { approval: "by-hand" });
  expect((await done(dana, `/returns/${back}/approve`)).status).toBe(302);
  await sendInstructions(shop, back);
  expect(letter(`return-started ${back}`)).toContain("Wait for the prepaid label.");
  expect(await dana.text("/")).toMatch(/label is to be sent|labels are to be sent/);
  expect(await dana.text(`/returns/${back}`)).toContain("Its label was not sent yet");

  const empty = await done(dana, `/returns/${back}/approve`);
  expect(empty.status).toBe(422);
  expect(wordsIn(await empty.text())).toContain(
    "Paste where the label is, choose its file, or tick that there is none.",
  );
  expect((await done(dana, `/returns/${back}/approve`, { hasNone: "yes" })).status).toBe(302);
  await sendLabel(shop, back);
  expect(letter(`return-label ${back} none`)).toContain("there is no prepaid label for this return after all");
  expect(await dana.text(`/returns/${back}`)).toContain("Send a label after all");

  expect((await done(dana, `/returns/${back}/approve`, { label: "https://labels.example/3" })).status).toBe(302);
  await sendLabel(shop, back);
  expect(letter(`return-label ${back}`)).toContain("https://labels.example/3");

  const { back: other } = await started(twoTooSmall, { approval: "by-hand" });
  const both = await done(dana, `/returns/${other}/approve`, { hasNone: "yes", label: "https://labels.example/4" });
  expect(both.status).toBe(422);
  expect((await done(dana, `/returns/${other}/approve`, { hasNone: "yes" })).status).toBe(302);
  await sendInstructions(shop, other);
  expect(letter(`return-started ${other}`)).toContain("there is no prepaid label for this return");
  expect(letter(`return-started ${other}`)).not.toContain("Wait for");
});

test("a member starts a return for a shopper, also after the return window; for pieces that already arrived, no instructions are sent", async () => {
  const order = await shipped([[...tee, 2]]);
  await db
    .update(parcels)
    .set({ deliveredAt: new Date("2024-01-01"), shippedAt: new Date("2023-12-28") })
    .where(eq(parcels.orderNumber, order));
  await db
    .update(orders)
    .set({ paidAt: new Date("2023-12-27") })
    .where(eq(orders.number, order));
  const path = `/returns/new?order=${order}`;
  expect(wordsIn(await (await done(packer, path)).text())).toContain("Please choose at least one item to send back.");

  const form = { ...(await opened(packer, path)), "quantity-0": "1", "reason-0": "changed-mind", isHere: "yes" };
  const answers = await Promise.all([1, 2].map(() => packer.post(path, form)));
  const [to, same] = answers.map(({ headers }) => headers.get("location"));
  expect(to).toBe(same);
  const back = /R\d{7}/.exec(to ?? "")?.[0] ?? "";
  expect(await packer.text(`/returns/${back}`)).toContain("1 piece on the way back");
  expect(jobsOf("instruct-return", back)).toEqual([]);
  await packer.post(path, { ...(await opened(packer, path)), "quantity-0": "1", "reason-0": "changed-mind" });
  expect(await packer.text(path)).toMatch(/Start a return Nothing of #[\d ]+ can come back/);
  expect((await bookkeeper.fetch(path)).status).toBe(403);
  expect((await packer.fetch("/returns/new?order=1")).status).toBe(404);
});

test("the list of returns has views by state and a search by number, order, name and e-mail address; its next page begins after the number of the last return shown", async () => {
  const { order, back } = await started(twoTooSmall, { approval: "by-hand" });
  const found = async (office: Office, query: string) =>
    [...(await page(office, `/returns?${query}`)).matchAll(/href="\/back-office\/returns\/(R\d{7})"/g)].map(
      ([, each]) => each,
    );
  expect(await found(dana, "view=asks")).toContain(back);
  expect(await found(dana, "view=here")).not.toContain(back);
  for (const query of [back, shownReturnNumber(back), back.slice(1, 5), order, shownNumber(order)])
    expect([query, await found(dana, `q=${encodeURIComponent(query)}`)]).toEqual([
      query,
      expect.arrayContaining([back]),
    ]);
  expect(await found(dana, "q=delacroix")).toContain(back);
  expect(await found(dana, `q=${jo.email}`)).toContain(back);
  expect(await found(packer, `q=${jo.email}`)).toEqual([]);
  expect(await found(dana, "q=100%25")).toEqual([]);
  expect(await dana.text("/returns?q=nobody")).toContain('No return has "nobody"');
  expect(await dana.text(`/find?q=${back}`)).toContain(shownReturnNumber(back));

  const all = await found(dana, "view=all");
  const after = all[1] ?? "";
  expect(await found(dana, `view=all&after=${after}`)).toEqual(all.slice(2));
  expect((await dana.fetch("/returns/R0000000")).status).toBe(404);
});

test("settling a return asks for a second factor if the refunds of its order would exceed the limit", async () => {
  const { order, back } = await started(twoTooSmall);
  await done(packer, `/returns/${back}/receive`, { "came-0-as-new": "2" });
  const stale = officeAs(shop, await testMember(shop, "manager", "Ned"), new Date(0));
  await db.insert(settingRows).values({ name: "refundLimit", value: 50_00 });
  await shop.reloadSettings();
  const path = `/returns/${back}/settle`;
  const form = await opened(dana, path);
  const asked = await stale.post(path, form);
  expect(asked.headers.get("location")).toMatch(/^\/back-office\/confirm\?back=.*&kept=/);
  expect(await refundsOf(db, order)).toEqual([]);
  expect(await rowOf(back)).toMatchObject({ state: "received" });
  // An invalid refund, and a packer's form, are refused before the second factor is asked for.
  expect((await stale.post(path, { ...form, "refund-0": "3" })).status).toBe(422);
  expect((await packer.post(path, form)).status).toBe(403);
  const none = { ...form, "refund-0": "1", words: "One is worn." };
  expect((await stale.post(path, none)).headers.get("location")).toContain(`${path.slice(0, -7)}?done=`);
});

test("[B-130] a return is settled with store credit: a tick with what was agreed, a letter, and a card; the page leads to it", async () => {
  const { order, back } = await started(twoTooSmall);
  await done(dana, `/returns/${back}/receive`, { "came-0-as-new": "2" });
  const path = `/returns/${back}/settle`;
  expect(await dana.text(path)).toContain("The shopper agreed to store credit");
  const unsaid = await done(dana, path, { "store-credit": "yes", agreed: "" });
  expect([unsaid.status, wordsIn(await unsaid.text())]).toEqual([
    422,
    expect.stringContaining("Write what the shopper agreed to"),
  ]);
  expect(await refundsOf(db, order)).toEqual([]);

  const form = { ...(await opened(dana, path)), "store-credit": "yes", agreed: "Agreed by phone" };
  const answers = await Promise.all([1, 2].map(() => dana.post(path, form)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  const [refund, ...more] = await refundsOf(db, order);
  expect([refund?.onto, refund?.state, more]).toEqual(["gift-card", "done", []]);
  await sendSettled(shop, back);
  const letter = shop.letters.find(({ key }) => key === `return-settled ${back}`);
  expect(letter?.text).toContain("is yours as store credit, as you agreed.");
  expect(letter?.text).not.toContain("goes back the way");
  const shown = await page(dana, `/returns/${back}`);
  expect(shown).toContain(`/back-office/gift-cards/${refund?.id}"`);
  expect(wordsIn(shown)).toMatch(/Store credit \$\d+\.\d\d on the gift card ending \w{4}/);
  expect(await dana.text(`/orders/${order}`)).toMatch(/is settled, \$\d+\.\d\d is store credit/);
});

test("what came damaged, faulty or wrong gives back delivery too, ticked as the return policy says; a member may untick it, and nothing else ticks it", async () => {
  const settled = async (
    [reason, condition]: readonly [string, "as-new" | "damaged"],
    typed: (fields: Record<string, string>) => Record<string, string>,
  ) => {
    const { order, back } = await started({ "quantity-0": "1", "reason-0": reason });
    const came = { "came-0-as-new": "0", "came-0-damaged": "0", [`came-0-${condition}`]: "1" };
    await done(dana, `/returns/${back}/receive`, came);
    const path = `/returns/${back}/settle`;
    const fields = await opened(dana, path);
    const says = (await dana.text(path)).includes("your return policy gives back delivery then");
    expect((await dana.post(path, typed(fields))).status).toBe(302);
    return {
      isTicked: fields["delivery"] === "yes",
      says,
      amounts: (await refundsOf(db, order)).map((own) => own.amount),
    };
  };
  const asShown = (fields: Record<string, string>) => fields;
  const ours = [
    ["damaged", "damaged"],
    ["faulty", "damaged"],
    ["wrong", "as-new"],
  ] as const;
  for (const came of ours)
    expect([came, await settled(came, asShown)]).toEqual([came, { isTicked: true, says: true, amounts: [39_99] }]);
  expect(await settled(ours[0], ({ delivery: _, ...fields }) => fields)).toMatchObject({ amounts: [36_00] });
  // A piece that came damaged by its shopper, and whole by the member who received it, ticks nothing.
  const others = [
    ["damaged", "as-new"],
    ["faulty", "as-new"],
    ["too-small", "as-new"],
    ["too-small", "damaged"],
  ] as const;
  for (const came of others)
    expect([came, await settled(came, asShown)]).toEqual([came, { isTicked: false, says: false, amounts: [36_00] }]);
});
