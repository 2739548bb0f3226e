import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { jo } from "~/testing/riders.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { cents, formatCents, sum } from "~/shop/money";
import { cancelAsMember } from "~/shop/orders/order-acts.server";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { askForRefund, refundsOf, settleRefund } from "~/shop/payments/refunds.server";
import { wholeDate } from "~/shop/shop-time";
import { receiveAsMember } from "./receive-return.server";
import { sendInstructions, sendReceived, sendSettled } from "./return-letters.server";
import { returnByNumber, startReturn } from "./returns.server";
import { linesToSettle } from "./lines-to-settle.server";
import { settleAsMember } from "./settle-return.server";
import { restockField, settleField, usualSettlement } from "./settlement";
import { startAsMember } from "./start-as-member.server";

const { shop, db, tee, bought, shipped, seen, rowOf, stateOf, codeOf } = await openBoughtOrders();
const dana = memberAs("manager", "Dana");
const office = officeAs(shop, dana);
const today = wholeDate(new Date(), shop.settings().timeZone);

const start = (number: string, quantity: number, round = "0") =>
  startReturn(
    shop,
    { order: number, email: jo.email, round, values: { "quantity-0": String(quantity), "reason-0": "too-small" } },
    { now: new Date(), settings: shop.settings() },
  );
const versionOf = async (back: string) => (await returnByNumber(db, back))?.row.version ?? 0;
const form = async (back: string) => ({ submission: randomUUID(), number: back, version: await versionOf(back) });
const receive = async (back: string, came: number) =>
  receiveAsMember(shop, dana, await form(back), { "came-0-as-new": String(came) });

/** Refunds pieces on the order's page, and lets the gateway confirm the refund. */
async function refund(number: string, quantity: number): Promise<void> {
  const act = { submission: randomUUID(), number, version: (await rowOf(number)).version };
  await refundAsMember(shop, dana, act, { lines: [{ position: 0, quantity }], restock: true });
  await confirmed(number);
}
async function confirmed(number: string): Promise<void> {
  for (const { id, state } of await refundsOf(db, number)) {
    if (state !== "requested") continue;
    const { answer, ...asked } = await askForRefund(shop, id);
    if (answer) await settleRefund(db, { ...asked, answer });
  }
}
/** Settles with the form's prefilled values, overridden by the typed ones. */
async function settle(number: string, back: string, typed: Record<string, string> = {}): Promise<void> {
  const usual = usualSettlement(await linesToSettle(db, back));
  const fields = Object.fromEntries(
    usual.lines.flatMap(({ position, refunded, restocked }) => [
      [settleField("refund", position), String(refunded)],
      [restockField(position, "as-new"), String(restocked["as-new"])],
    ]),
  );
  const { version: orderVersion } = await seen(number);
  await settleAsMember(shop, dana, { ...(await form(back)), orderVersion }, { ...fields, words: "", ...typed });
  await confirmed(number);
}
const letter = (key: string, back: string) => shop.letters.find((sent) => sent.key === `${key} ${back}`)?.text ?? "";

test("pieces refunded before they are sent back are not refunded again, and each letter names the day of that refund", async () => {
  const number = await shipped([[...tee, 2]]);
  await refund(number, 1);
  const back = await start(number, 1);
  await sendInstructions(shop, back);
  expect(letter("return-started", back)).toContain(`Already refunded on ${today}`);
  expect(letter("return-started", back)).not.toContain("The refund takes");
  expect(await office.text(`/returns/${back}`)).toContain("1 refunded already");

  await receive(back, 1);
  await sendReceived(shop, back);
  expect(letter("return-received", back)).toContain(`Already refunded on ${today}`);
  const asked = await office.text(`/returns/${back}/settle`);
  expect(asked).toContain("1 refunded already");
  expect(asked).toContain("$36.00");

  await settle(number, back);
  await sendSettled(shop, back);
  const told = letter("return-settled", back);
  expect(told).toContain(`Already refunded on ${today}`);
  expect(told).toContain(`It was refunded on ${today}: nothing more is due.`);
  expect(told).not.toMatch(/No refund is due|not refunded/);
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([36_00]);
  const page = await office.text(`/returns/${back}`);
  expect(page).toContain("1 refunded before, 1 back on the shelf");
  expect(page).not.toContain("not refunded");
});

test("one letter lists pieces refunded before, refunded now and not refunded; a member may refund less, if the note explains it", async () => {
  const number = await shipped([[...tee, 3]]);
  await refund(number, 1);
  const back = await start(number, 3);
  await receive(back, 3);
  const asked = await office.text(`/returns/${back}/settle`);
  expect(asked).toContain("1: $36.00, 2: $72.00");
  expect(asked).toContain("Goes back $72.00");

  expect(await codeOf(settle(number, back, { "refund-0": "1", "amount-0": "20" }))).toBe("input-invalid");
  expect(await codeOf(settle(number, back, { "refund-0": "2", "amount-0": "72.01", words: "x" }))).toBe(
    "input-invalid",
  );
  await settle(number, back, { "refund-0": "1", "amount-0": "20", words: "Two were worn." });
  await sendSettled(shop, back);
  const told = letter("return-settled", back);
  expect(told).toContain(
    `1 refunded, $20.00 of the $36.00 paid goes back, 1 already refunded on ${today}, 1 not refunded`,
  );
  expect(told).toContain("GOES BACK");
  expect(told).toContain("$20.00");
  expect(told).toContain("Two were worn.");
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([36_00, 20_00]);
});

test("the delivery fee is refunded with a return if its checkbox is ticked", async () => {
  const number = await shipped([[...tee]]);
  const { deliveryFee } = await rowOf(number);
  expect(deliveryFee).toBeGreaterThan(0);
  const back = await start(number, 1);
  await receive(back, 1);
  expect(await office.text(`/returns/${back}/settle`)).toContain(`Give back delivery too, ${formatCents(deliveryFee)}`);
  await settle(number, back, { delivery: "yes" });
  await sendSettled(shop, back);
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([36_00 + deliveryFee]);
  expect(letter("return-settled", back)).toContain(formatCents(cents(36_00 + deliveryFee)));
});

test("a member can start a return of a fully refunded order: its pieces are restocked, and nothing more is refunded", async () => {
  const number = await shipped([[...tee, 2]]);
  await refund(number, 2);
  expect(await codeOf(start(number, 1))).toBe("order-state");
  const back = await startAsMember(
    shop,
    dana,
    { submission: randomUUID(), number },
    { round: "0", values: { "quantity-0": "2", "reason-0": "too-small" }, isHere: true },
  );
  await receive(back, 2);
  await settle(number, back);
  expect(await refundsOf(db, number)).toHaveLength(1);
  expect(await stockDrift(db)).toEqual([]);
  expect(await office.text(`/returns/${back}`)).toContain("2 refunded before, 2 back on the shelf");
});

test("[B-33] in random sequences of refunds and returns no piece is refunded twice, and each letter agrees with the stored rows", async () => {
  let seed = 20261122;
  const random = (end: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * end);
  };
  for (let round = 0; round < 4; round += 1) {
    const number = await shipped([[...tee, 4]]);
    const { total, deliveryFee } = await rowOf(number);
    const backs: string[] = [];
    let byHand = 0;
    for (let step = 0; step < 10; step += 1) {
      const open = backs.at(-1);
      const state = open ? (await returnByNumber(db, open))?.row.state : undefined;
      const act = random(3);
      if (act === 0) {
        const pieces = 1 + random(2);
        if ((await codeOf(refund(number, pieces))) === "done") byHand += pieces;
      } else if (open && state === "started") await receive(open, 1);
      else if (open && state === "received") {
        await settle(number, open, random(4) === 0 ? { "amount-0": "5.00", words: "Worn." } : undefined);
      } else if ((await stateOf(number)) !== "refunded") {
        const started = await start(number, 1, String(backs.length)).catch(() => undefined);
        if (started) backs.push(started);
      }
      const [line] = await lineProgress(db, number);
      const given = sum((await refundsOf(db, number)).map(({ amount }) => amount));
      expect(given).toBeLessThanOrEqual(total - deliveryFee);
      expect(line?.refunded.quantity).toBeLessThanOrEqual(4);
    }
    let settledPieces = 0;
    let before = 0;
    for (const back of backs) {
      const found = await returnByNumber(db, back);
      if (found?.row.state !== "settled") continue;
      const [settled] = found.lines;
      const own = (await refundsOf(db, number)).find(({ cause }) => cause === `return:${back}`);
      settledPieces += settled?.refunded ?? 0;
      before += settled?.refundedBefore ?? 0;
      expect(Boolean(own)).toBe((settled?.refunded ?? 0) > 0);
      await sendSettled(shop, back);
      const told = letter("return-settled", back);
      const due = settled?.refundedBefore
        ? `It was refunded on ${today}: nothing more is due.`
        : "No refund is due for it.";
      expect(told).toContain(own ? `${formatCents(own.amount)} goes back the way it was paid` : due);
      expect(told.includes("not refunded")).toBe(!own && settled?.refundedBefore === 0);
    }
    const [line] = await lineProgress(db, number);
    expect(line?.refunded.quantity).toBe(byHand + settledPieces);
    expect(before).toBeLessThanOrEqual(byHand);
  }
  expect(await stockDrift(db)).toEqual([]);
});

test("refunds above the limit need a recent second factor when a member settles a return, refunds pieces or cancels an order", async () => {
  // This member has made no refunds today.
  const late = { ...memberAs("manager", "Ned"), confirmedAt: new Date(Date.now() - 11 * 60_000) };
  const strict = { ...shop, settings: () => ({ ...shop.settings(), refundLimit: cents(50_00) }) };
  const number = await shipped([[...tee, 2]]);
  const back = await start(number, 2);
  await receive(back, 2);
  const { version: orderVersion } = await seen(number);
  const fields = { "refund-0": "2", words: "" };
  expect(await codeOf(settleAsMember(strict, late, { ...(await form(back)), orderVersion }, fields))).toBe(
    "factor-missing",
  );
  const act = async () => ({ submission: randomUUID(), number, version: (await rowOf(number)).version });
  const pieces = { lines: [{ position: 0, quantity: 2 }], restock: true };
  expect(await codeOf(refundAsMember(strict, late, await act(), pieces))).toBe("factor-missing");
  const other = await bought([[...tee, 2]]);
  const cancel = { submission: randomUUID(), number: other, version: (await rowOf(other)).version };
  expect(await codeOf(cancelAsMember(strict, late, cancel, "Sold out"))).toBe("factor-missing");
  expect([await refundsOf(db, number), await refundsOf(db, other), await stateOf(other)]).toEqual([[], [], "paid"]);

  expect(await codeOf(cancelAsMember(strict, dana, cancel, "Sold out"))).toBe("done");
  expect(
    await codeOf(
      settleAsMember(
        strict,
        late,
        { ...(await form(back)), orderVersion },
        { ...fields, "refund-0": "1", words: "One." },
      ),
    ),
  ).toBe("done");
});

test("pieces sent in exchange count towards the same limit; an exchange below the limit needs no factor", async () => {
  const strict = { ...shop, settings: () => ({ ...shop.settings(), refundLimit: cents(80_00) }) };
  const asked = () => ({ ...memberAs("manager", randomUUID()), confirmedAt: new Date(Date.now() - 11 * 60_000) });
  /** An order of tees at $36.00 each, of which these pieces have been received for an exchange. */
  async function toExchange(quantity: number) {
    const number = await shipped([[...tee, quantity]]);
    const back = await start(number, quantity);
    await receive(back, quantity);
    const [line] = await linesToSettle(db, back);
    const instead = String(line?.variants.find(({ left }) => left === null || left >= quantity)?.id ?? "");
    const fields = { "refund-0": "0", "exchange-0": String(quantity), "variant-0": instead, words: "" };
    const settled = async (member: ReturnType<typeof asked>) => {
      const { version: orderVersion } = await seen(number);
      return codeOf(settleAsMember(strict, member, { ...(await form(back)), orderVersion }, fields));
    };
    return { number, settled };
  }
  const [ned, large] = [asked(), await toExchange(3)];
  expect(await large.settled(ned)).toBe("factor-missing");
  expect(await large.settled({ ...ned, confirmedAt: new Date() })).toBe("done");

  const [kim, first, second, third] = [asked(), await toExchange(1), await toExchange(1), await toExchange(1)];
  expect([await first.settled(kim), await second.settled(kim), await third.settled(kim)]).toEqual([
    "done",
    "done",
    "factor-missing",
  ]);
  const act = { submission: randomUUID(), number: first.number, version: (await rowOf(first.number)).version };
  const goodwill = { lines: [], goodwill: cents(9_00), restock: false };
  expect(await codeOf(refundAsMember(strict, kim, act, goodwill))).toBe("factor-missing");
  expect(await third.settled(asked())).toBe("done");
});
