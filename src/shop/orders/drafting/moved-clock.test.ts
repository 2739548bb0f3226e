import { expect, test } from "vitest";
import { DAY, MINUTE } from "~/platform/durations";
import { namedDrift } from "~/shop/catalog/stock/stock-repair.server";
import { findSession, openSession } from "~/shop/members/sessions.server";
import { reconcilePayments } from "../settling/reconcile-payments.server";
import { settleOrder } from "../settling/settle-order.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { cards, draftRequestFor, leftOf, payWith } from "~/testing/riders.server";
import { testMember } from "~/testing/sign-in.server";
import { draftOrder } from "./draft-order.server";

const { shop, db } = await openBoughtOrders();
const gloves = ["Gauntlet Leather Gloves", "M", "Black"] as const;
const now = new Date();
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const left = () => leftOf(shop, [...gloves]);
const draftAt = async (at: Date) => draftOrder(shop, await draftRequestFor(shop, [[...gloves]]), at);
const paid = async (clientSecret: string) => payWith(shop, cards.good, clientSecret);

test("a draft made while the clock was a day ahead can be paid after the clock was corrected, and otherwise expires at its stored time", async () => {
  const before = (await left()) ?? 0;
  const [bought, lapses] = [await draftAt(later(DAY)), await draftAt(later(DAY))];
  await paid(bought.clientSecret);
  await reconcilePayments(shop, later(MINUTE));
  expect(await settleOrder(shop, bought.id, {}, later(MINUTE))).toMatchObject({ number: expect.any(String) });
  expect(await left()).toBe(before - 2);
  await reconcilePayments(shop, later(DAY + 60 * MINUTE));
  expect([await left(), lapses.id]).toEqual([before - 1, expect.any(String)]);
  expect(await namedDrift(db)).toEqual([]);
});

test("a draft made while the clock was a day behind expires when the clock is corrected, unless it was paid", async () => {
  const before = (await left()) ?? 0;
  const [bought] = [await draftAt(later(-DAY)), await draftAt(later(-DAY))];
  await paid(bought.clientSecret);
  expect(await settleOrder(shop, bought.id, {}, later(MINUTE))).toMatchObject({ number: expect.any(String) });
  await reconcilePayments(shop, later(MINUTE));
  expect(await left()).toBe(before - 1);
  expect(await namedDrift(db)).toEqual([]);
});

test("unpaid drafts end when the clock jumps a day ahead and remain when it jumps back; no piece is counted twice", async () => {
  const before = (await left()) ?? 0;
  await draftAt(now);
  await reconcilePayments(shop, later(-DAY));
  expect(await left()).toBe(before - 1);
  await reconcilePayments(shop, later(DAY));
  await reconcilePayments(shop, now);
  expect(await left()).toBe(before);
  const { id, clientSecret } = await draftAt(now);
  await paid(clientSecret);
  // The order was paid before the jump, and its payment is not lost.
  await reconcilePayments(shop, later(DAY));
  expect(await settleOrder(shop, id, {}, now)).toMatchObject({ number: expect.any(String) });
  expect([await left(), await namedDrift(db)]).toEqual([before - 1, []]);
});

test("sessions end when the clock jumps ahead and remain when it jumps back, and none outlives its time by the correct clock", async () => {
  const { id } = await testMember(shop, "packer", "Lee");
  const opened = (at: Date) => openSession(db, { memberId: id, agent: "Test" }, at);
  const token = await opened(now);
  expect(await findSession(db, token, later(-DAY))).not.toBeNull();
  expect(await findSession(db, token, later(DAY))).toBeNull();
  const ahead = await opened(later(DAY));
  expect(await findSession(db, ahead, now)).not.toBeNull();
  expect(await findSession(db, ahead, later(2 * DAY))).toBeNull();
  const behind = await opened(later(-DAY));
  expect(await findSession(db, behind, now)).toBeNull();
});
