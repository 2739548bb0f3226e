import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { approveReturn } from "./approve-return.server";
import { startReturn } from "./returns.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { elementsOf, linkTo, textOf } from "~/testing/html";
import { testPages } from "~/testing/test-pages.server";
import { cancelAsShopper } from "~/shop/orders/cancel-as-shopper.server";
import { packOrder } from "~/shop/orders/parcels/pack-order.server";
import { draftWithCards, openCard } from "~/testing/gift-cards.server";
import { disputed } from "~/testing/disputes.server";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, lineOf, payWith } from "~/testing/riders.server";
import { DAY } from "~/platform/durations";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { refunds } from "~/shop/payments/payments.tables";
import { cents, formatCents } from "~/shop/money";
import { makeChange, previewOfChange } from "~/shop/orders/changes/make-change.server";
import { sendChangeLetter } from "~/shop/orders/letters/change-letters.server";
import { TELL_CHANGE } from "~/shop/orders/changes/change-jobs";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { moneyBackOf, paidParts, computedMoneyBack } from "~/shop/payments/money-back.server";
import { wayWords } from "~/shop/payments/money-back";
import { refundsOf } from "~/shop/payments/refunds.server";
import { receiveReturn } from "./receive-return.server";
import { sendInstructions, sendSettled } from "./return-letters.server";
import { linesToSettle } from "./lines-to-settle.server";
import { returnByNumber, returnsOf } from "./returns.server";
import { arrivedAsAnnounced, usualSettlement } from "./settlement";
import { settleReturn } from "./settle-return.server";

const { shop, db, shipped, bought, seen, stateOf, rowOf, staff, ups } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });

async function posted(path: string, fields: Record<string, string>): Promise<string> {
  const headers = { origin: shop.address };
  const request = new Request(new URL(path, shop.address), {
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
  });
  return (await app.fetch(request)).text();
}

test("a shopper starts a return of a found order without typing number and e-mail address again, and no URL contains them", async () => {
  const order = await shipped();
  const email = "jo.delacroix@example.com";
  const page = await posted("/order-status", { order, email });
  const form = elementsOf(page, "form").find((each) => textOf(each).includes("Start a return")) ?? "";
  expect(form).toContain('method="post"');
  expect(fieldsIn(form)).toEqual({ order, email });
  expect(page).not.toMatch(/href="[^"]*(@|%40)example\.com/);

  const [, path = ""] = /action="([^"#]+)/.exec(form) ?? [];
  const next = await posted(path, fieldsIn(form));
  expect(textOf(next)).toContain("Can be sent back until");
  expect(fieldsIn(formIn(next, "Get a return number"))).toMatchObject({ order, email, step: "start" });
});

const email = "jo.delacroix@example.com";

test("an order is printed with a style sheet that screens do not wait for", async () => {
  const page = await posted("/order-status", { order: await shipped(), email });
  expect(page).toMatch(/<link rel="stylesheet"[^>]* media="print"/);
});

test("the page of an order has the words of its own state only, and the form that looks up an order has the words of no state", async () => {
  const page = await posted("/order-status", { order: await shipped(), email });
  expect(page).toContain("Your order is on its way.");
  expect(page).toContain("Where it goes");
  expect(page).not.toMatch(/Lost on its way|Your return has arrived|waits for the carrier/);
  const before = await (await app.fetch(new Request(new URL("/order-status", shop.address)))).text();
  expect(before).not.toMatch(/Your order is on its way|Where it goes|Awaiting payment/);
});

test("an order that has just been paid waits to be packed", async () => {
  const page = textOf(await posted("/order-status", { order: await bought(), email }));
  expect(page).toContain("Your payment has arrived, and your order waits to be packed.");
  expect(page).not.toMatch(/being packed/i);
});

test("a shopper cancels an unpacked order only by submitting a form: opening a link, as a mail scanner does, cannot cancel it", async () => {
  const order = await bought();
  const asked = new URLSearchParams({ order, email, step: "cancel" });
  await app.fetch(new Request(new URL(`/order-status?${asked}`, shop.address)));
  expect(await stateOf(order)).toBe("paid");

  const page = await posted("/order-status", { order, email });
  const form = formIn(page, "Yes, cancel it");
  expect(fieldsIn(form)).toEqual({ order, email, step: "cancel" });
  expect(textOf(page)).toContain("goes back to Visa •••• 4242. Banks take");
  // No piece was sent, so none can be returned.
  expect(textOf(page)).not.toContain("Start a return");

  const done = textOf(await posted("/order-status", fieldsIn(form)));
  expect(await stateOf(order)).toBe("cancelled");
  expect(done).toContain("This order was cancelled.");
  expect(done).not.toContain("Yes, cancel it");
});

test("a shopper who cancels too late sees the order in its current state, and the reason", async () => {
  const order = await bought();
  const form = fieldsIn(formIn(await posted("/order-status", { order, email }), "Yes, cancel it"));
  await packOrder(shop, await seen(order));
  const late = textOf(await posted("/order-status", form));
  expect(await stateOf(order)).toBe("packed");
  expect(late).toContain("It is too late to cancel this order here");
  expect(late).toContain("Your order is packed and waits for the carrier.");
  expect(late).not.toContain("Yes, cancel it");
});

test("the page of an order offers no return once all of its pieces are coming back", async () => {
  const order = await shipped();
  const start = (values: Record<string, string>) =>
    startReturn(shop, { order, email, round: "0", values }, { now: new Date(), settings: shop.settings() });
  await start({ "quantity-0": "2", "reason-0": "too-small" });
  expect(textOf(await posted("/order-status", { order, email }))).toContain("Start a return");

  await start({ "quantity-1": "1", "reason-1": "damaged" });
  expect(textOf(await posted("/order-status", { order, email }))).not.toContain("Start a return");
});

test("the page of an order shows its returns with number, state and next steps; the return's number finds the page, too", async () => {
  const order = await shipped();
  const settings = { ...shop.settings(), returnApproval: "automatic" } as const;
  const wish = { order, email, round: "0", values: { "quantity-0": "1", "reason-0": "too-small" } };
  const number = await startReturn(shop, wish, { now: new Date(), settings });
  const shown = `R-${number.slice(1, 4)} ${number.slice(4)}`;

  const started = textOf(await posted("/order-status", { order, email }));
  expect(started).toContain(shown);
  expect(started).toContain("wait for the prepaid label");

  const step = { number, version: 1, actor: { kind: "staff" } } as const;
  await approveReturn(shop, step, { url: "https://labels.example/1" });
  const page = await posted("/order-status", { order: shown.toLowerCase(), email });
  expect(textOf(page)).toContain("Print the prepaid label");
  expect(linkTo(page, "Print the label")).toBe("https://labels.example/1");
  expect(textOf(await posted("/order-status", { order: shown, email: "sam@example.com" }))).toContain(
    "No order was found with this number and e-mail address.",
  );
});

describe("where money goes", () => {
  const ASH = ["Sprocket Tee", "M", "Ash"] as const;
  const BANKS = "Banks take 10-14 business days to show it.";
  const owner = memberAs("owner", "Dana");

  /** An order of two tees and gloves, shipped, of which a gift card paid so much that a bank's card paid `rest` cents. */
  async function divided(rest: number, { isSent = true } = {}) {
    const wanted = await draftRequestFor(shop, [
      [...ASH, 2],
      ["Gauntlet Leather Gloves", "M", "Black"],
    ]);
    const card = await openCard(shop, wanted.amount);
    const draft = await draftWithCards(shop, wanted, [{ card, amount: wanted.amount - rest }]);
    await payWith(shop, cards.good, draft.clientSecret);
    const { number } = await settleOrder(shop, draft.id);
    if (isSent) await shipParcel(shop, await seen(number), ups);
    return { number, card, onCard: cents(wanted.amount - rest), total: wanted.amount };
  }
  const refund = async (number: string, more: Partial<Parameters<typeof refundAsMember>[3]>) =>
    refundAsMember(
      shop,
      owner,
      { submission: randomUUID(), number, version: (await rowOf(number)).version },
      { lines: [], restock: false, ...more },
    );
  async function work(number: string): Promise<void> {
    for (const { id, state } of await refundsOf(db, number)) if (state === "requested") await executeRefund(shop, id);
  }
  const shown = async (order: string) => textOf(await posted("/order-status", { order, email }));
  const letter = (key: string) => shop.letters.find((sent) => sent.key === key)?.text ?? "";
  /** Returns one tee and settles it as usual; returns the text of the letter. */
  async function returned(number: string, quantity = 1): Promise<string> {
    const wish = {
      order: number,
      email,
      round: randomUUID(),
      values: { "quantity-0": `${quantity}`, "reason-0": "too-small" },
    };
    const back = await startReturn(shop, wish, { now: new Date(), settings: shop.settings() });
    await sendInstructions(shop, back);
    const versionOf = async () => (await returnByNumber(db, back))?.row.version ?? 0;
    const own = (await returnByNumber(db, back))?.lines ?? [];
    await receiveReturn(shop, { number: back, version: await versionOf(), actor: staff }, arrivedAsAnnounced(own));
    const step = { number: back, version: await versionOf(), orderVersion: (await seen(number)).version, actor: staff };
    await settleReturn(shop, step, usualSettlement(await linesToSettle(db, back)));
    await sendSettled(shop, back);
    return letter(`return-settled ${back}`);
  }

  test("an order names what it was paid with below its total, and takes nothing off it", async () => {
    const { number, card, onCard, total } = await divided(10_00);
    const page = await shown(number);
    expect(page).toMatch(
      new RegExp(
        `TOTAL ?\\${formatCents(total)}.*Paid with.*Gift card ending ${card.lastFour} ?\\${formatCents(onCard)}.*Visa •••• 4242 ?\\$10\\.00`,
      ),
    );
    expect(page).not.toContain(`-${formatCents(onCard)}`);
    expect(page).not.toContain("Given back");
  });

  test("refunded in part, then changed, then returned, each sentence names the part of each card and no bank's days for gift cards", async () => {
    const { number, card, total } = await divided(10_00, { isSent: false });
    // A part: the bank's card is first, the gift card has the rest.
    await refund(number, { goodwill: cents(4_00) });
    await work(number);
    let page = await shown(number);
    expect(page).toContain(`$4.00 went back to Visa •••• 4242. ${BANKS}`);
    expect(page).toContain("Part of what you paid is on its way back to you.");

    // A change for less: what is left of the bank's card, and the rest onto the gift card.
    const { product, size, color } = await lineOf(shop, [...ASH, 1]);
    const wanted = {
      goes: [{ position: 1, quantity: 1 }],
      comes: [{ product, size, color, quantity: 1, replaces: 1 }],
    };
    const { difference } = await previewOfChange(shop, number, wanted);
    expect(difference).toBeLessThan(-6_00);
    const { id } = await makeChange(shop, await seen(number), { ...wanted, difference });
    const told = shop.payloads.find(
      ({ name, payload }) => name === TELL_CHANGE && (payload as { changeId: string }).changeId === id,
    );
    await sendChangeLetter(shop, told?.payload as Parameters<typeof sendChangeLetter>[1]);
    const onto = formatCents(cents(-difference - 6_00));
    expect(letter(`order-change-changed-${id}`)).toContain(
      `$6.00 goes back the way you paid. ${BANKS} ${onto} goes back onto the gift card ending ${card.lastFour}, at once.`,
    );
    await work(number);
    page = await shown(number);
    expect(page).toContain(
      `$6.00 went back to Visa •••• 4242. ${BANKS} ${onto} is back on the gift card ending ${card.lastFour}.`,
    );

    // A return: all of it onto the gift card.
    await shipParcel(shop, await seen(number), ups);
    const settled = await returned(number);
    expect(settled).toContain(`goes back onto the gift card ending ${card.lastFour}, at once.`);
    expect(settled).not.toMatch(/[Bb]anks take|the way it was paid/);
    await work(number);
    page = await shown(number);
    const [own] = (await moneyBackOf(db, number)).filter(({ cause }) => cause.startsWith("return:"));
    expect(page).toContain(`${formatCents(own?.amount ?? cents(0))} is back on the gift card ending ${card.lastFour}.`);

    // Paid and given back, part by part, come to what the payments say.
    const parts = await moneyBackOf(db, number);
    const sumOf = (all: { way: Parameters<typeof wayWords>[0]; amount: number }[], name: string) =>
      all.reduce((sum, { way, amount }) => sum + (wayWords(way) === name ? amount : 0), 0);
    const [visa, gift] = ["Visa ••••\u00a04242", `Gift card ending ${card.lastFour}`];
    const paid = await paidParts(db, number);
    expect([sumOf(paid, visa), sumOf(parts, visa), sumOf(paid, gift)]).toEqual([10_00, 10_00, total - 10_00]);
    expect(sumOf(parts, gift)).toBe(-difference - 6_00 + (own?.amount ?? 0));
    expect(await computedMoneyBack(db, number)).toMatchObject([
      { amount: total - 10_00 - sumOf(parts, gift), way: { kind: "gift-card" } },
    ]);
  });

  test("what a gift card paid whole is back with its owner at once: no page or letter says that it is on its way", async () => {
    const wanted = await draftRequestFor(shop, [[...ASH]]);
    const card = await openCard(shop, wanted.amount);
    const draft = await draftWithCards(shop, wanted, [{ card, amount: wanted.amount - 50 }]);
    await payWith(shop, cards.good, draft.clientSecret);
    const { number } = await settleOrder(shop, draft.id);
    const before = await shown(number);
    expect(before).toContain(`$0.50 goes back to Visa •••• 4242. ${BANKS}`);
    expect(before).toContain(`goes back onto the gift card ending ${card.lastFour}, at once.`);

    // The bank's part long ago, so that only the gift card's part is left.
    await refund(number, { goodwill: cents(50) });
    await work(number);
    await refund(number, { lines: [{ position: 0, quantity: 1 }] });
    await work(number);
    await db
      .update(refunds)
      .set({ at: new Date(Date.now() - 61 * DAY) })
      .where(eq(refunds.amount, cents(50)));
    const page = await shown(number);
    expect(page).toContain("is back with you.");
    expect(page).not.toMatch(/on its way back|Banks take/);
  });

  test("a cancelled order of which a bank refused a part is not said to be back, and names that part until it is settled otherwise", async () => {
    const { number, card, onCard } = await divided(10_00, { isSent: false });
    await cancelAsShopper(shop, { order: number, email });
    const [byBank] = (await moneyBackOf(db, number)).filter(({ way }) => way.kind === "bank");
    const refused = eq(refunds.id, byBank?.refundId ?? "");
    await db.update(refunds).set({ state: "failed", code: "expired_or_canceled_card" }).where(refused);
    await work(number);
    const onto = `${formatCents(onCard)} is back on the gift card ending ${card.lastFour}.`;
    let page = await shown(number);
    expect(page).toContain(`${onto} $10.00 could not be paid back to you yet. We will write to you.`);
    expect(page).not.toContain("is back with you");
    await db.update(refunds).set({ handledAt: new Date() }).where(refused);
    page = await shown(number);
    expect(page).toContain(onto);
    expect(page).not.toMatch(/could not be paid back|is back with you/);
  });

  test("store credit is told as there, and a closed card is not promised", async () => {
    const number = await shipped();
    const [before] = await db.select().from(giftCards);
    await refund(number, { lines: [{ position: 0, quantity: 1 }], agreed: "By telephone" });
    const page = await shown(number);
    const [back] = await moneyBackOf(db, number);
    const lastFour = back?.way.kind === "store-credit" ? back.way.lastFour : "";
    expect(page).toContain("Part of what you paid is back with you.");
    expect(page).toMatch(
      new RegExp(`is yours as store credit on the gift card ending ${lastFour}\\. A letter has its code\\.`),
    );
    expect(page).not.toMatch(/on its way back|Banks take/);

    expect(before?.lastFour).not.toBe(lastFour);
    await db.update(giftCards).set({ state: "closed" }).where(eq(giftCards.lastFour, lastFour));
    expect(await shown(number)).toContain(
      `went onto the gift card ending ${lastFour}, which is closed: please write to us.`,
    );
    expect(await shown(number)).not.toContain("is back with you");
  });

  /** Starts a return of tees for a reason; returns its number, the page that says so, and the letter of instructions. */
  async function startedFor(order: string, reason: string, quantity = 1) {
    const before = new Set(await returnsOf(db, order));
    const fields = { order, email, step: "start", round: String(before.size) };
    const page = textOf(
      await posted("/return-or-exchange", { ...fields, "quantity-0": `${quantity}`, "reason-0": reason }),
    );
    const [back = ""] = (await returnsOf(db, order)).filter((number) => !before.has(number));
    await sendInstructions(shop, back);
    return { back, page, letter: letter(`return-started ${back}`) };
  }
  async function settleAsUsual(order: string, back: string): Promise<void> {
    const found = async () => (await returnByNumber(db, back)) ?? Promise.reject(new Error("no return"));
    const { lines, row } = await found();
    await receiveReturn(shop, { number: back, version: row.version, actor: staff }, arrivedAsAnnounced(lines));
    const { version } = (await found()).row;
    const step = { number: back, version, orderVersion: (await rowOf(order)).version, actor: staff };
    await settleReturn(shop, step, usualSettlement(await linesToSettle(db, back)));
  }

  test("a started return says on page and in its letter what its settlement gives back then, by which ways, and that it is final after arrival", async () => {
    const { number, card } = await divided(40_00);
    await refund(number, { goodwill: cents(10_00) });
    await work(number);
    const { back, page, letter: told } = await startedFor(number, "damaged");
    // $36.00 for the tee and $3.99 for delivery, since it is said to be damaged: what is left of the bank's card, the rest onto the gift card.
    const what = `$30.00 to Visa •••• 4242 and $9.99 onto the gift card ending ${card.lastFour}`;
    const words = `If it arrives as you describe it, this goes back: ${what}. The amount is final once we have looked at it.`;
    for (const text of [page, told.replaceAll("\u00a0", " "), await shown(number)]) expect(text).toContain(words);
    await settleAsUsual(number, back);
    const given = (await moneyBackOf(db, number)).filter(({ cause }) => cause === `return:${back}`);
    expect(given.map(({ amount, way }) => [amount, way.kind])).toEqual([
      [30_00, "bank"],
      [9_99, "gift-card"],
    ]);
    expect(await shown(number)).not.toContain("this goes back:");
  });

  test("a return of what was refunded before, or of a disputed order, says nothing of money", async () => {
    const before = await shipped();
    await refund(before, { lines: [{ position: 0, quantity: 2 }] });
    await work(before);
    const disputedOrder = await shipped();
    await disputed(shop, disputedOrder, { state: "to-answer" });
    for (const order of [before, disputedOrder]) {
      const step = { round: randomUUID(), values: { "quantity-0": "2", "reason-0": "too-small" } };
      const back = await startReturn(shop, { order, email, ...step }, { now: new Date(), settings: shop.settings() });
      await sendInstructions(shop, back);
      for (const text of [letter(`return-started ${back}`), await shown(order)]) {
        expect(text).not.toMatch(/goes back:|No money goes back/);
      }
    }
  });

  test("the letter about a started return names the time of banks only where a bank has money of the order", async () => {
    const { number } = await divided(10_00);
    await refund(number, { goodwill: cents(10_00) });
    await returned(number);
    const told = shop.letters.filter(({ key }) => key.startsWith("return-started ")).at(-1)?.text ?? "";
    expect(told).toContain("What goes back onto a gift card is on it as soon as your return is checked.");
    expect(told).not.toContain("The refund takes");
    await returned(await shipped());
    const byBank = shop.letters.filter(({ key }) => key.startsWith("return-started ")).at(-1)?.text ?? "";
    expect(byBank).toContain("The refund takes 10-14 business days");
    expect(byBank).not.toContain("gift card");
  });
});
