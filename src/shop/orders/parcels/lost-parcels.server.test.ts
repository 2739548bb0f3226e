import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { jo, leftOf } from "~/testing/riders.server";
import { cents } from "~/shop/money";
import { stockMovements } from "~/shop/catalog/catalog.tables";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { refunds } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { startReturn } from "~/shop/returns/returns.server";
import { receiveReturn } from "~/shop/returns/receive-return.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { usualSettlement } from "~/shop/returns/settlement";
import { sendFound, sendLost } from "../letters/lost-letters.server";
import { sendShipped } from "../letters/order-letters.server";
import { executeRefund, recordFailedRefund } from "../refunds/execute-refund.server";
import { refundLines } from "../refunds/refund-lines.server";
import type { NotifyFound, NotifyLost } from "../letters/letter-jobs";
import { orderFacts } from "../order-facts.tables";
import { orderLines, parcels } from "../orders.tables";
import { lostPieces, replacements } from "./replacements.tables";
import { deliverParcel } from "./deliver-parcel.server";
import { answerFound, loseAsMember, refundReplacementsAsMember, sendReplacementsAsMember } from "./lost-acts.server";
import { undecidedPieces } from "./lost-pieces.server";
import { loseParcel, refundLost, sendLostAgain } from "./lose-parcel.server";
import { parcelsOf } from "./parcels.server";
import { soldNotLeft } from "./sold-not-left.server";

const { shop, db, ups, tee, seen, stateOf, codeOf, shipped } = await openBoughtOrders();
const [dana, robin, sam] = [memberAs("manager", "Dana"), memberAs("manager", "Robin"), memberAs("packer", "Sam")];

const formOf = async (number: string) => ({
  submission: randomUUID(),
  number,
  version: (await seen(number)).version,
});
const parcelOf = async (number: string, place = 0) => (await parcelsOf(db, number))[place]?.id ?? 0;
const tees = (quantity: number, position = 0) => [{ position, quantity }];
const none = { again: [], refund: [] };

/** Order whose only parcel is lost. */
async function lost(quantity = 2) {
  const number = await shipped([[...tee, quantity]]);
  const parcelId = await parcelOf(number);
  await loseParcel(shop, await seen(number), parcelId);
  return { number, parcelId };
}
const rowsOf = (number: string) => db.select().from(replacements).where(eq(replacements.orderNumber, number));
const movedFor = async (number: string) =>
  (
    await db
      .select()
      .from(stockMovements)
      .where(and(eq(stockMovements.reference, number), eq(stockMovements.cause, "replacement")))
  ).map(({ quantity }) => quantity);

test("lost pieces are sent again from stock, as a replacement without a payment, in a new parcel and with two letters", async () => {
  const { number, parcelId } = await lost();
  const left = (await leftOf(shop, [...tee])) ?? 0;
  const form = await formOf(number);
  await loseAsMember(shop, dana, form, { ...none, parcelId, again: tees(2) });
  await loseAsMember(shop, dana, form, { ...none, parcelId, again: tees(2) });

  expect([await leftOf(shop, [...tee]), await movedFor(number), await stockDrift(db)]).toEqual([left - 2, [-2], []]);
  expect(await rowsOf(number)).toMatchObject([
    { cause: "lost", lostParcelId: parcelId, quantity: 2, state: "waiting" },
  ]);
  const [row] = await rowsOf(number);
  expect((await soldNotLeft(db, row?.variantId ?? 0)).filter((own) => own.orderNumber === number)).toEqual([
    { orderNumber: number, quantity: 2 },
  ]);
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  expect(facts).toMatchObject({ piecesLeft: 2, shipping: "partly-shipped" });
  expect(await refundsOf(db, number)).toEqual([]);

  const told = shop.payloads.filter(
    ({ name, payload }) => name === "tell-lost" && JSON.stringify(payload).includes(number),
  );
  expect(told).toHaveLength(1);
  const payload = told[0]?.payload as unknown as NotifyLost;
  await Promise.all([sendLost(shop, payload), sendLost(shop, payload)]);
  const letter = shop.letters.filter(({ subject }) => subject.includes("We send it again"));
  expect(letter).toHaveLength(1);
  expect(letter[0]?.text).toContain("Sprocket Tee");
  expect(letter[0]?.text).toContain("costs you nothing");

  await sendReplacementsAsMember(
    shop,
    sam,
    await formOf(number),
    { lost: parcelId },
    { ...ups, trackingNumber: "1Z2" },
  );
  const again = await parcelOf(number, 1);
  await sendShipped(shop, again);
  expect(shop.letters.at(-1)?.text).toContain("what was lost on its way, sent again, left us");
  expect(await stateOf(number)).toBe("shipped");
  await deliverParcel(shop, await seen(number), again);
  expect(await stateOf(number)).toBe("delivered");
});

test("lost pieces are refunded once, with a letter, and not returned to stock", async () => {
  const { number, parcelId } = await lost();
  const left = await leftOf(shop, [...tee]);
  await loseAsMember(shop, dana, await formOf(number), { ...none, parcelId, refund: tees(2) });

  const [refund, ...more] = await refundsOf(db, number);
  expect([refund?.amount, more, await stateOf(number)]).toEqual([72_00, [], "refunded"]);
  expect(await leftOf(shop, [...tee])).toBe(left);
  await executeRefund(shop, refund?.id ?? "");
  expect(shop.letters.at(-1)?.text).toContain("a parcel of your order was lost on its way, and what you paid");
  expect(await codeOf(sendLostAgain(shop, await seen(number), { parcelId, pieces: tees(1) }))).toBe("order-state");
});

test("when one member sends lost pieces again and another refunds them at the same moment, only one decision is made", async () => {
  const { number, parcelId } = await lost();
  const form = await formOf(number);
  const said = await Promise.all([
    codeOf(loseAsMember(shop, dana, form, { ...none, parcelId, again: tees(2) })),
    codeOf(loseAsMember(shop, robin, { ...form, submission: randomUUID() }, { ...none, parcelId, refund: tees(2) })),
  ]);
  expect(said.toSorted()).toEqual(["done", "edited-meanwhile"]);
  const change = await seen(number);
  expect(await codeOf(refundLost(shop, change, { parcelId, pieces: tees(1) }))).not.toBe("done");
  expect(await codeOf(sendLostAgain(shop, change, { parcelId, pieces: tees(1) }))).not.toBe("done");
  const [row] = await db.select().from(lostPieces).where(eq(lostPieces.parcelId, parcelId));
  expect((row?.sentAgain ?? 0) + (row?.refunded ?? 0)).toBe(2);
  await expect(
    db.update(lostPieces).set({ refunded: 2, sentAgain: 1 }).where(eq(lostPieces.parcelId, parcelId)),
  ).rejects.toThrow(/lost_pieces/);
});

test("of several lost pieces some can be sent again and others refunded, and no piece twice, even by a normal refund", async () => {
  const { number, parcelId } = await lost(3);
  await loseAsMember(shop, dana, await formOf(number), { parcelId, again: tees(1), refund: tees(1) });
  expect(await undecidedPieces(db, number)).toEqual([{ parcelId, position: 0, quantity: 1 }]);
  const more = { parcelId, pieces: tees(2) };
  expect(await codeOf(sendLostAgain(shop, await seen(number), more))).toBe("more-than-left");
  const usual = { lines: tees(1), cause: "usual", restock: false };
  expect(await codeOf(refundLines(shop, await seen(number), usual))).toBe("more-than-left");
  await sendLostAgain(shop, await seen(number), { parcelId, pieces: tees(1) });
  expect(await rowsOf(number)).toMatchObject([{ quantity: 2, state: "waiting" }]);
  expect(await undecidedPieces(db, number)).toEqual([]);
});

test("pieces that were refunded before their parcel was lost are not sent again", async () => {
  const number = await shipped([[...tee, 2]]);
  await refundLines(shop, await seen(number), { lines: tees(1), cause: "late", restock: false });
  const parcelId = await parcelOf(number);
  await loseParcel(shop, await seen(number), parcelId);
  expect(await undecidedPieces(db, number)).toEqual([{ parcelId, position: 0, quantity: 1 }]);
  expect(await codeOf(sendLostAgain(shop, await seen(number), { parcelId, pieces: tees(2) }))).toBe("more-than-left");
});

test("after a refund of lost pieces failed, members can decide about them again", async () => {
  const { number, parcelId } = await lost();
  await refundLost(shop, await seen(number), { parcelId, pieces: tees(2) });
  const [refund] = await refundsOf(db, number);
  if (!refund) throw new Error("no refund");
  await db.transaction(async (tx) => {
    await tx.update(refunds).set({ state: "failed" }).where(eq(refunds.id, refund.id));
    await recordFailedRefund(tx, shop, number, refund);
    await recordFailedRefund(tx, shop, number, refund);
  });
  expect([await stateOf(number), await undecidedPieces(db, number)]).toEqual([
    "shipped",
    [{ parcelId, position: 0, quantity: 2 }],
  ]);
});

test("lost pieces that wait to be sent again can be refunded instead and return to stock", async () => {
  const { number, parcelId } = await lost();
  const left = await leftOf(shop, [...tee]);
  await sendLostAgain(shop, await seen(number), { parcelId, pieces: tees(2) });
  await refundReplacementsAsMember(shop, dana, await formOf(number), { lost: parcelId });
  expect([await leftOf(shop, [...tee]), await movedFor(number), await stockDrift(db)]).toEqual([left, [-2, 2], []]);
  expect(await db.select().from(lostPieces).where(eq(lostPieces.parcelId, parcelId))).toMatchObject([
    { sentAgain: 0, refunded: 2 },
  ]);
  expect(await rowsOf(number)).toMatchObject([{ state: "ended", endsAt: expect.any(Date) }]);
  expect(await stateOf(number)).toBe("refunded");
});

test("a delivered parcel can be marked as lost, and its pieces are not sent again if they are sold out", async () => {
  const number = await shipped([["Gauntlet Leather Gloves", "M", "Black"]]);
  const parcelId = await parcelOf(number);
  await deliverParcel(shop, await seen(number), parcelId);
  await loseParcel(shop, await seen(number), parcelId);
  expect(await stateOf(number)).toBe("shipped");
  expect(await codeOf(loseParcel(shop, await seen(number), parcelId))).toBe("parcel-unknown");
  const [row] = await db.select().from(lostPieces).where(eq(lostPieces.parcelId, parcelId));
  const rest = (await leftOf(shop, ["Gauntlet Leather Gloves", "M", "Black"])) ?? 0;
  await db.insert(stockMovements).values({
    variantId: row?.variantId ?? 0,
    quantity: -rest,
    cause: "correction",
    actor: { kind: "system" },
  });
  await shop.asOwner(`update variants set stock = 0 where id = ${row?.variantId}`);
  expect(await codeOf(sendLostAgain(shop, await seen(number), { parcelId, pieces: tees(1) }))).toBe("sold-out");
  expect(await undecidedPieces(db, number)).toHaveLength(1);
});

test("a parcel that is lost and found twice causes one letter each time it is asked back", async () => {
  const { number, parcelId } = await lost(2);
  await sendLostAgain(shop, await seen(number), { parcelId, pieces: tees(1) });
  const asks = () =>
    shop.payloads
      .filter(({ name }) => name === "tell-found")
      .map(({ payload }) => payload as NotifyFound)
      .filter((found) => found.parcelId === parcelId);
  for (const times of [1, 2]) {
    await deliverParcel(shop, await seen(number), parcelId);
    await answerFound(shop, dana, await formOf(number), { parcelId, answer: "asked-back", stops: false });
    for (const found of [...asks(), ...asks()]) await sendFound(shop, found);
    expect(shop.letters.filter(({ key }) => key?.startsWith(`parcel-found-${parcelId}`))).toHaveLength(times);
    if (times === 1) await loseParcel(shop, await seen(number), parcelId);
  }
});

test("a member decides about a parcel that arrives after its pieces were sent again; returning it gives no refund", async () => {
  const { number, parcelId } = await lost(1);
  await sendLostAgain(shop, await seen(number), { parcelId, pieces: tees(1) });
  await sendReplacementsAsMember(
    shop,
    sam,
    await formOf(number),
    { lost: parcelId },
    { ...ups, trackingNumber: "1Z3" },
  );
  const answer = { parcelId, answer: "asked-back" as const, stops: false };
  expect(await codeOf(answerFound(shop, dana, await formOf(number), answer))).toBe("parcel-unknown");
  await deliverParcel(shop, await seen(number), parcelId);
  await answerFound(shop, dana, await formOf(number), answer);
  expect(await codeOf(answerFound(shop, dana, await formOf(number), { ...answer, answer: "kept" }))).toBe(
    "parcel-unknown",
  );
  await sendFound(shop, { parcelId });
  expect(shop.letters.at(-1)?.text).toContain("we have sent you the same things again");

  const values = { "quantity-0": "1", "reason-0": "changed-mind" };
  const request = { order: number, email: jo.email, round: "0", values };
  const back = await startReturn(shop, request, { now: new Date(), settings: shop.settings() });
  const step = { number: back, version: 1, actor: { kind: "staff" as const, name: "Lee" } };
  await receiveReturn(shop, step, [{ position: 0, condition: "as-new", quantity: 1 }]);
  expect(usualSettlement(await linesToSettle(db, back)).lines).toMatchObject([{ refunded: 0 }]);
});

test("if a lost parcel arrives before its pieces were sent again, they can return to stock, and the order is delivered", async () => {
  const { number, parcelId } = await lost();
  const left = await leftOf(shop, [...tee]);
  await sendLostAgain(shop, await seen(number), { parcelId, pieces: tees(2) });
  await deliverParcel(shop, await seen(number), parcelId);
  await answerFound(shop, dana, await formOf(number), { parcelId, answer: "kept", stops: true });
  expect(await leftOf(shop, [...tee])).toBe(left);
  expect(await stockDrift(db)).toEqual([]);
  expect(await stateOf(number)).toBe("delivered");
  expect(await db.select().from(parcels).where(eq(parcels.id, parcelId))).toMatchObject([{ foundAnswer: "kept" }]);
});

test("a packer can mark a parcel as lost; a packer's decision to send again or refund is refused and nothing is recorded", async () => {
  const number = await shipped([[...tee, 1]]);
  const parcelId = await parcelOf(number);
  for (const wish of [{ again: tees(1) }, { refund: tees(1) }])
    expect(await codeOf(loseAsMember(shop, sam, await formOf(number), { ...none, parcelId, ...wish }))).toBe(
      "right-missing",
    );
  expect((await parcelsOf(db, number))[0]?.lostAt).toBeNull();
  await loseAsMember(shop, sam, await formOf(number), { ...none, parcelId });
  expect((await parcelsOf(db, number))[0]?.lostAt).toBeInstanceOf(Date);
});

test("refunding lost pieces above the refund limit requires a second factor", async () => {
  const { number, parcelId } = await lost(9);
  const { confirmedAt: _, ...late } = dana;
  const settings = () => ({ ...shop.settings(), refundLimit: cents(100_00) });
  const wish = { ...none, parcelId, refund: tees(9) };
  expect(await codeOf(loseAsMember({ ...shop, settings }, late, await formOf(number), wish))).toBe("factor-missing");
  expect(await refundsOf(db, number)).toEqual([]);
});

test("a process of the previous release can read and write replacements by the old name of their table", async () => {
  const number = await shipped([[...tee, 2]]);
  const [row] = await db.select().from(orderLines).where(eq(orderLines.orderNumber, number));
  const variantId = row?.variantId ?? 0;
  await db.execute(sql`insert into replacements (return_number, order_number, position, variant_id, size, color, quantity, state, parcel_id, at)
    values ('R1234567', ${number}, 0, ${variantId}, 'M', 'Ash', 1, default, default, default)`);
  expect(await rowsOf(number)).toMatchObject([{ cause: "return", state: "waiting", productId: row?.productId }]);
  const { rows } = await db.execute(sql`update replacements set state = 'called-off'
    where order_number = ${number} and state = 'waiting' and return_number = 'R1234567' returning state, quantity`);
  expect(rows).toEqual([{ state: "called-off", quantity: 1 }]);
  expect(await rowsOf(number)).toMatchObject([{ state: "ended", endsAt: expect.any(Date) }]);
  const left = await db.execute(sql`select state from replacements where order_number = ${number}`);
  expect(left.rows).toEqual([{ state: "called-off" }]);
});
