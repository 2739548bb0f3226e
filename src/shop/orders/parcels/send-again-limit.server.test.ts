import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import type { Member, Role } from "~/shop/members/member";
import { cents } from "~/shop/money";
import { refundAsMember } from "../refunds/refund-as-member.server";
import { answerFound, loseAsMember, refundReplacementsAsMember, sendReplacementsAsMember } from "./lost-acts.server";
import { deliverParcel } from "./deliver-parcel.server";
import { parcelsOf } from "./parcels.server";
import { replacements } from "./replacements.tables";

const { shop: open, db, ups, tee, seen, codeOf, shipped } = await openBoughtOrders();
const shop = { ...open, settings: () => ({ ...open.settings(), refundLimit: cents(80_00) }) };

/** Member whose second factor has expired. */
const stale = (role: Role = "manager"): Member => ({
  ...memberAs(role),
  confirmedAt: new Date(Date.now() - 11 * 60_000),
});
const confirmed = (member: Member): Member => ({ ...member, confirmedAt: new Date() });
let sam = stale();
beforeEach(() => void (sam = stale()));

/** Order of tees at $36.00 each, sent in one parcel. */
async function sent(quantity = 1) {
  const number = await shipped([[...tee, quantity]]);
  const form = async () => ({ submission: randomUUID(), number, version: (await seen(number)).version });
  const newest = async () => Math.max(...(await parcelsOf(db, number)).map(({ id }) => id));
  const again = async (member: Member, pieces = quantity, parcelId?: number) => {
    const decision = { parcelId: parcelId ?? (await newest()), again: [{ position: 0, quantity: pieces }], refund: [] };
    return codeOf(loseAsMember(shop, member, await form(), decision));
  };
  const pack = async (lost: number) =>
    sendReplacementsAsMember(shop, stale("packer"), await form(), { lost }, { ...ups, trackingNumber: randomUUID() });
  const waiting = () => db.select().from(replacements).where(eq(replacements.orderNumber, number));
  return { number, form, newest, again, pack, waiting };
}

test("a packer can record a loss, and a manager can send one cheap piece again, without a second factor", async () => {
  const order = await sent();
  const parcelId = await order.newest();
  const loss = { parcelId, again: [], refund: [] };
  expect(await codeOf(loseAsMember(shop, stale("packer"), await order.form(), loss))).toBe("done");
  expect(await order.again(sam)).toBe("done");
  await order.pack(parcelId);
  expect(await order.waiting()).toMatchObject([{ state: "sent", quantity: 1 }]);
});

test("sending pieces again that were lost a second time requires a second factor, however cheap they are", async () => {
  const order = await sent();
  const first = await order.newest();
  expect(await order.again(sam)).toBe("done");
  await order.pack(first);

  for (const member of [sam, stale()]) expect(await order.again(member)).toBe("factor-missing");
  expect((await parcelsOf(db, order.number)).map(({ lostAt }) => lostAt !== null)).toEqual([true, false]);
  expect(await order.waiting()).toHaveLength(1);
  // Recording a loss needs no recent factor; refunding or sending the pieces again does.
  const second = await order.newest();
  const loss = { parcelId: second, again: [], refund: [] };
  expect(await codeOf(loseAsMember(shop, sam, await order.form(), loss))).toBe("done");
  expect(await order.again(sam)).toBe("factor-missing");
  expect(await order.again(confirmed(sam))).toBe("done");
  expect(await order.waiting()).toHaveLength(2);
});

test("pieces sent again count towards the refund limit of their order, whichever members sent or refunded", async () => {
  const large = await sent(3);
  expect(await large.again(sam, 3)).toBe("factor-missing");
  expect(await large.again(sam, 2)).toBe("done");
  expect(await large.again(stale(), 1, await large.newest())).toBe("factor-missing");
  const goodwill = { lines: [], goodwill: cents(8_01), restock: false };
  expect(await codeOf(refundAsMember(shop, stale(), await large.form(), goodwill))).toBe("factor-missing");
  const less = { ...goodwill, goodwill: cents(8_00) };
  expect(await codeOf(refundAsMember(shop, stale(), await large.form(), less))).toBe("done");
});

test("pieces that a member sends again in 24 hours and refunds by that member are added up over all orders", async () => {
  const [first, second, third, fourth] = [await sent(), await sent(), await sent(), await sent()];
  expect([await first.again(sam), await second.again(sam), await third.again(sam)]).toEqual([
    "done",
    "done",
    "factor-missing",
  ]);
  const goodwill = { lines: [], goodwill: cents(8_01), restock: false };
  expect(await codeOf(refundAsMember(shop, sam, await third.form(), goodwill))).toBe("factor-missing");
  expect(await third.again(stale())).toBe("done");

  await shop.asOwner(`update order_events set at = now() - interval '25 hours' where order_number = '${first.number}'`);
  expect(await fourth.again(sam)).toBe("done");
});

test("simultaneous decisions in several windows cannot exceed the limit", async () => {
  const orders = await Promise.all([sent(), sent(), sent(), sent()]);
  const said = await Promise.all(orders.map(({ again }) => again(sam)));
  expect(said.toSorted()).toEqual(["done", "done", "factor-missing", "factor-missing"]);
});

test("replacements that return to stock no longer count towards the limit, and refunded ones count once", async () => {
  const [found, instead, next] = [await sent(2), await sent(2), await sent(2)];
  const parcelId = await found.newest();
  expect(await found.again(sam)).toBe("done");
  await deliverParcel(shop, await seen(found.number), parcelId);
  await answerFound(shop, sam, await found.form(), { parcelId, answer: "kept", stops: true });

  const lost = await instead.newest();
  expect(await instead.again(sam)).toBe("done");
  expect(await codeOf(refundReplacementsAsMember(shop, sam, await instead.form(), { lost }))).toBe("done");
  expect(await next.again(sam)).toBe("factor-missing");
});
