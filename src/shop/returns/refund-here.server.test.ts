import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { draftRequestFor, leftOf, payWith } from "~/testing/riders.server";
import { audit } from "~/shop/audit/audit.tables";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { memberEvents } from "~/shop/members/member-events.tables";
import { cents } from "~/shop/money";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { refundLines as refundedLines } from "~/shop/orders/orders.tables";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { linesToSettle } from "./lines-to-settle.server";
import { piecesOut } from "./pieces-out.server";
import { receiveAsMember } from "./receive-return.server";
import type { PiecesHere } from "./refund-here";
import { refundHere, type RefundWithGoods } from "./refund-here.server";
import { returnFile } from "./return-file.server";
import { returnByNumber, returnsOf } from "./returns.server";
import { settleReturn } from "./settle-return.server";
import { usualSettlement } from "./settlement";
import { startAsMember } from "./start-as-member.server";

const { shop, db, staff, ups, tee, bought, shipped, seen, rowOf, stateOf, codeOf } = await openBoughtOrders();
const dana = memberAs("manager", "Dana");
const sam = memberAs("packer", "Sam");
const gloves = ["Gauntlet Leather Gloves", "M", "Black"] as const;

const formOf = async (number: string) => ({ submission: randomUUID(), number, version: (await rowOf(number)).version });
type Form = Awaited<ReturnType<typeof formOf>>;

const teesHere = (quantity = 1, more: Partial<PiecesHere> = {}): RefundWithGoods => ({
  lines: [{ position: 0, quantity }],
  restock: true,
  reason: "Changed their mind",
  here: [{ position: 0, quantity, isDamaged: false, reason: "changed-mind", ...more }],
});
const doHere = (form: Form, wanted = teesHere(), member = dana) => codeOf(refundHere(shop, member, form, wanted));
/** Summary of an order: its refunds by amount and state, its refunded lines, and the states of its returns. */
async function outcomeOf(number: string) {
  const rows = await db.select().from(refundedLines).where(eq(refundedLines.orderNumber, number));
  const numbers = await returnsOf(db, number);
  const returns = await Promise.all(numbers.map(async (own) => (await returnByNumber(db, own))?.row.state));
  return {
    refunds: (await refundsOf(db, number)).map(({ amount, state }) => [amount, state]),
    lines: rows.map(({ position, quantity, amount, calledOff }) => ({ position, quantity, amount, calledOff })),
    returns,
    state: await stateOf(number),
  };
}
async function confirm(number: string) {
  for (const { id, state } of await refundsOf(db, number)) if (state === "requested") await executeRefund(shop, id);
}
/** Jobs and letters about an order and its returns. */
async function toldOf(number: string) {
  const of = [number, ...(await returnsOf(db, number))];
  const jobs = shop.payloads.filter(
    ({ name, payload }) => name.includes("return") && of.some((own) => JSON.stringify(payload).includes(own)),
  );
  const letters = shop.letters.filter(({ subject }) => subject.includes(number.slice(4)));
  return { jobs, letters: letters.map(({ subject, text }) => `${subject} ${text}`) };
}
async function startByHand(number: string, round = "0") {
  const values = { "quantity-0": "1", "reason-0": "changed-mind" };
  return startAsMember(shop, dana, { submission: randomUUID(), number }, { round, values, isHere: true });
}

test("pieces that lie in the shop are restocked, settled and refunded by one act, with one letter", async () => {
  const number = await shipped([[...tee, 2]]);
  const left = (await leftOf(shop, [...tee])) ?? 0;
  const form = await formOf(number);
  expect(await doHere(form)).toBe("done");

  expect(await leftOf(shop, [...tee])).toBe(left + 1);
  expect(await outcomeOf(number)).toMatchObject({
    refunds: [[36_00, "requested"]],
    returns: ["settled"],
    state: "partly-refunded",
  });
  await confirm(number);
  const { jobs, letters } = await toldOf(number);
  expect(jobs).toEqual([]);
  expect(letters).toHaveLength(1);
  expect(letters[0]).toContain("we have checked what came back to us");
  expect(letters[0]).toContain("$36.00");

  const [back = ""] = await returnsOf(db, number);
  const file = await returnFile(shop, dana, back);
  expect(file).toMatchObject({ state: "settled", refund: { amount: 36_00, state: "done" } });
  expect(file?.lines).toMatchObject([{ refunded: 1, arrived: [{ condition: "as-new", quantity: 1, restocked: 1 }] }]);
  expect(file?.events.map(({ kind }) => kind)).toEqual(["return-started", "return-received", "return-settled"]);
  const log = await db.select().from(audit).where(eq(audit.submission, form.submission));
  expect(log.map(({ kind, record, field, new: now }) => [kind, record, field, now])).toEqual(
    expect.arrayContaining([
      ["order", number, "refund", 36_00],
      ["return", back, "settled", "1 refunded"],
    ]),
  );
  expect(await stockDrift(db)).toEqual([]);
});

test("damaged pieces are not restocked, and are refunded in full", async () => {
  const number = await shipped([[...tee, 1]]);
  const left = await leftOf(shop, [...tee]);
  expect(await doHere(await formOf(number), teesHere(1, { isDamaged: true, reason: "damaged" }))).toBe("done");
  expect(await leftOf(shop, [...tee])).toBe(left);
  expect(await outcomeOf(number)).toMatchObject({ refunds: [[36_00, "requested"]], returns: ["settled"] });
  const [back = ""] = await returnsOf(db, number);
  expect((await returnFile(shop, dana, back))?.lines[0]?.arrived).toMatchObject([
    { condition: "damaged", restocked: 0 },
  ]);
});

test("refund and return in one act give the same amount to the cent as the three separate steps, also with a discount", async () => {
  const discount = { kind: "percent", code: "SEVENTH", percent: 7 } as const;
  await db.execute("insert into discount_codes (code, kind, percent) values ('SEVENTH', 'percent', 7)");
  const sent = async () => {
    const number = await bought([[...tee, 3], [...gloves]], { discount });
    await shipParcel(shop, await seen(number), ups);
    return number;
  };
  const [atOnce, inThree] = [await sent(), await sent()];
  const before = await leftOf(shop, [...tee]);
  expect(await doHere(await formOf(atOnce), teesHere(2))).toBe("done");
  const between = await leftOf(shop, [...tee]);

  const values = { "quantity-0": "2", "reason-0": "changed-mind" };
  const started = await startAsMember(
    shop,
    dana,
    { submission: randomUUID(), number: inThree },
    { round: "0", values, isHere: true },
  );
  await receiveAsMember(
    shop,
    dana,
    { submission: randomUUID(), number: started, version: 1 },
    { "came-0-as-new": "2" },
  );
  const step = { number: started, version: 2, orderVersion: (await rowOf(inThree)).version, actor: staff };
  await settleReturn(shop, step, usualSettlement(await linesToSettle(db, started)));

  expect(await outcomeOf(atOnce)).toEqual(await outcomeOf(inThree));
  expect([between, await leftOf(shop, [...tee])]).toEqual([(before ?? 0) + 2, (before ?? 0) + 4]);
});

test("one form and one refund cover pieces that lie in the shop, pieces that were not sent, and goodwill; the shopper keeps the rest", async () => {
  const number = await bought([[...tee, 3], [...gloves]]);
  await shipParcel(shop, await seen(number), { ...ups, lines: [{ position: 0, quantity: 2 }] });
  const [tees, gloved] = [await leftOf(shop, [...tee]), await leftOf(shop, [...gloves])];
  const wanted = {
    ...teesHere(1),
    lines: [
      { position: 0, quantity: 2, amount: cents(50_00) },
      { position: 1, quantity: 1 },
    ],
    goodwill: cents(1_00),
  };
  expect(await doHere(await formOf(number), wanted)).toBe("done");
  // One tee was returned, another tee and the gloves were cancelled before shipping.
  expect([await leftOf(shop, [...tee]), await leftOf(shop, [...gloves])]).toEqual([(tees ?? 0) + 2, (gloved ?? 0) + 1]);
  const { refunds, lines } = await outcomeOf(number);
  expect(refunds).toEqual([[50_00 + 89_00 + 1_00, "requested"]]);
  expect(lines).toEqual([
    { position: 0, quantity: 2, amount: 50_00, calledOff: 1 },
    { position: 1, quantity: 1, amount: 89_00, calledOff: 1 },
  ]);
  expect([...(await piecesOut(db, number))]).toEqual([[0, 1]]);
  expect(await stockDrift(db)).toEqual([]);
});

test("a form that is sent twice at once, and again after its answer was lost, is one act", async () => {
  const number = await shipped([[...tee, 2]]);
  const left = (await leftOf(shop, [...tee])) ?? 0;
  const form = await formOf(number);
  expect(await Promise.all([doHere(form), doHere(form)])).toEqual(["done", "done"]);
  await confirm(number);
  expect(await doHere(form)).toBe("done");
  expect(await outcomeOf(number)).toMatchObject({ refunds: [[36_00, "done"]], returns: ["settled"] });
  expect(await leftOf(shop, [...tee])).toBe(left + 1);
});

test("when two members act at once, the second is refused, and no piece is restocked or refunded twice", async () => {
  const number = await shipped([[...tee, 1]]);
  const left = (await leftOf(shop, [...tee])) ?? 0;
  const said = await Promise.all([
    doHere(await formOf(number)),
    doHere(await formOf(number), teesHere(), memberAs("owner", "Olga")),
  ]);
  expect(said.toSorted()).toEqual(["done", "edited-meanwhile"]);
  expect(await outcomeOf(number)).toMatchObject({
    refunds: [[36_00, "requested"]],
    returns: ["settled"],
    state: "refunded",
  });
  expect(await leftOf(shop, [...tee])).toBe(left + 1);
});

test("a piece is either in a return or refunded by this act, never both, whichever comes first", async () => {
  for (let round = 0; round < 4; round += 1) {
    const number = await shipped([[...tee, 1]]);
    const left = (await leftOf(shop, [...tee])) ?? 0;
    const said = await Promise.all([doHere(await formOf(number)), codeOf(startByHand(number))]);
    const isHere = said[0] === "done";
    expect(said.toSorted()).toEqual(isHere ? ["done", "not-returnable"] : ["done", "input-invalid"].toSorted());
    expect(await returnsOf(db, number)).toHaveLength(1);
    expect(await refundsOf(db, number)).toHaveLength(isHere ? 1 : 0);
    expect(await leftOf(shop, [...tee])).toBe(isHere ? left + 1 : left);
  }
});

test("pieces that are in a return, or were never sent, do not lie here: the act is refused and refunds nothing", async () => {
  const coming = await shipped([[...tee, 1]]);
  await startByHand(coming);
  expect([...(await piecesOut(db, coming))]).toEqual([[0, 0]]);
  const here = await refundHere(shop, dana, await formOf(coming), teesHere()).catch((error: unknown) => error);
  expect(here).toMatchObject({ code: "input-invalid", fields: { "here-0": expect.stringContaining("in a return") } });
  const unsent = await bought([[...tee, 1]]);
  expect(await doHere(await formOf(unsent))).toBe("input-invalid");
  const more = await shipped([[...tee, 2]]);
  expect(await doHere(await formOf(more), { ...teesHere(1), here: teesHere(2).here })).toBe("input-invalid");
  for (const number of [coming, unsent, more]) expect(await refundsOf(db, number)).toEqual([]);
  expect(await returnsOf(db, unsent)).toEqual([]);
});

test("a later return of the same order takes into account pieces of this act, and pieces refunded without being returned", async () => {
  const number = await shipped([[...tee, 2]]);
  const without = { lines: [{ position: 0, quantity: 1 }], restock: true };
  expect(await doHere(await formOf(number))).toBe("done");
  await confirm(number);
  await refundAsMember(shop, dana, await formOf(number), without);
  await confirm(number);
  const back = await startByHand(number);
  await receiveAsMember(shop, dana, { submission: randomUUID(), number: back, version: 1 }, { "came-0-as-new": "1" });
  expect(await linesToSettle(db, back)).toMatchObject([{ refundable: 0, before: { quantity: 1 } }]);
  expect(await codeOf(startByHand(number, "3"))).toBe("not-returnable");
});

test("a piece that was refunded without being returned is the first to come back: this act does not refund it again", async () => {
  const number = await shipped([[...tee, 2]]);
  await refundAsMember(shop, dana, await formOf(number), { lines: [{ position: 0, quantity: 1 }], restock: true });
  await confirm(number);
  const said = await refundHere(shop, dana, await formOf(number), teesHere()).catch((error: unknown) => error);
  expect(said).toMatchObject({ fields: { "here-0": expect.stringContaining("It was refunded before") } });
  expect(await returnsOf(db, number)).toEqual([]);
});

test("when the gateway refuses the refund, the goods stay returned, and the money can be refunded by another try", async () => {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, [[...tee]]));
  await payWith(shop, "4000000000010027", clientSecret);
  const { number } = await settleOrder(shop, id);
  await shipParcel(shop, await seen(number), ups);
  const left = (await leftOf(shop, [...tee])) ?? 0;
  expect(await doHere(await formOf(number))).toBe("done");
  await confirm(number);

  expect(await outcomeOf(number)).toMatchObject({
    refunds: [[36_00, "failed"]],
    returns: ["settled"],
    state: "returned",
  });
  expect(await leftOf(shop, [...tee])).toBe(left + 1);
  expect((await toldOf(number)).letters).toEqual([]);
  const [back = ""] = await returnsOf(db, number);
  expect((await returnFile(shop, dana, back))?.refund).toEqual({ amount: 36_00, state: "failed" });
  // The shopper has no more pieces, so none can be returned twice; only the refund is still due.
  expect([...(await piecesOut(db, number))]).toEqual([[0, 0]]);
  expect(await doHere(await formOf(number))).toBe("input-invalid");
  const again = { lines: [{ position: 0, quantity: 1 }], restock: true };
  expect(await codeOf(refundAsMember(shop, dana, await formOf(number), again))).toBe("done");
  expect((await outcomeOf(number)).refunds).toEqual([
    [36_00, "failed"],
    [36_00, "requested"],
  ]);
  expect(await leftOf(shop, [...tee])).toBe(left + 1);
});

test("the act needs three rights, and above the limit a recent second factor; otherwise nothing is changed", async () => {
  const number = await shipped([[...tee, 9]]);
  const left = await leftOf(shop, [...tee]);
  expect(await doHere(await formOf(number), teesHere(), sam)).toBe("right-missing");
  const denied = await db.select().from(memberEvents).where(eq(memberEvents.kind, "right-denied"));
  expect(denied.flatMap(({ details }) => details.rights)).toEqual(["money.refund", "returns.settle"]);
  const idle = { ...dana, confirmedAt: new Date(Date.now() - 20 * 60_000) };
  expect(await doHere(await formOf(number), teesHere(9), idle)).toBe("factor-missing");
  expect(await outcomeOf(number)).toEqual({ refunds: [], lines: [], returns: [], state: "shipped" });
  expect(await leftOf(shop, [...tee])).toBe(left);
});

test("while one refund is unconfirmed, this act is refused, too", async () => {
  const number = await shipped([[...tee, 2]]);
  expect(await doHere(await formOf(number))).toBe("done");
  expect(await doHere(await formOf(number))).toBe("refund-unconfirmed");
  expect(await returnsOf(db, number)).toHaveLength(1);
});
