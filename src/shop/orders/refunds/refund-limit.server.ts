import type { Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import type { Services } from "~/services";
import { lockFor } from "~/shop/audit/once.server";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { type Cents, cents, sum } from "~/shop/money";
import { attributeRefunds, refundableMoney, refundedSince, refundsOf } from "~/shop/payments/refunds.server";
import { exchangedOf, exchangedSince } from "../parcels/exchanged.server";
import type { Pieces } from "../parcels/pieces";
import { sentAgainOf, sentAgainSince, wereLostBefore } from "../parcels/sent-again.server";

/**
 * Period over which a member's refunds are summed, in milliseconds: always the last 24 hours, independent of the shop's time
 * zone.
 */
const PERIOD = DAY;

type Inside = Pick<Services, "settings"> & { db: Transaction };

/**
 * Checks a refund that a member's act requested in this transaction, and records the member with it. A recent second factor is
 * needed if the refunds of the order, or those by the member within 24 hours, exceed the setting `refundLimit`; exchanges and
 * lost pieces that are sent again count, too. Does nothing if `cause` has no refund. Called last, because it blocks the member's
 * other refunds until the transaction ends.
 *
 * @throws {Refusal} `factor-missing`; the caller's transaction is then rolled back with the refund.
 */
export async function requireFactorToRefund(
  inside: Inside,
  member: Member,
  orderNumber: string,
  cause: string,
): Promise<void> {
  const refunds = await refundsOf(inside.db, orderNumber);
  const own = refunds.filter((refund) => refund.cause === cause && refund.state !== "failed");
  if (own.length === 0) return;
  const ids = own.map(({ id }) => id);
  await attributeRefunds(inside.db, ids, member.id);
  await requireFactorAboveLimit(inside, member, orderNumber);
}

/**
 * Checks a member's act that will refund all money left of an order, before anything of it is done.
 *
 * @throws {Refusal} `factor-missing`.
 */
export const requireFactorToRefundAll = (
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  orderNumber: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const money = await refundableMoney(tx, orderNumber);
    if (money && money.left > 0) await requireFactorAboveLimit({ db: tx, settings }, member, orderNumber, money.left);
  });

/**
 * Checks lost pieces that a member's act sent again in this transaction: they count like a refund. Pieces lost a second time
 * always need a recent second factor. Called last, like `requireFactorToRefund`.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function requireFactorToSendAgain(
  inside: Inside,
  member: Member,
  orderNumber: string,
  { parcelId, pieces }: { parcelId: number; pieces: Pieces[] },
): Promise<void> {
  if (await wereLostBefore(inside.db, parcelId, pieces)) requireFactor(member);
  await requireFactorAboveLimit(inside, member, orderNumber);
}

/**
 * Requires a recent second factor if refunds, exchanges and pieces sent again exceed the setting `refundLimit`, for the order or
 * for the member within 24 hours, those of this transaction included and `more` added. Called last, like `requireFactorToRefund`.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function requireFactorAboveLimit(
  { db, settings }: Inside,
  member: Member,
  orderNumber: string,
  more: Cents = cents(0),
): Promise<void> {
  // Serializes a member's refunds, so that each sees the refunds committed before.
  await lockFor(db, `refunds of ${member.id}`);
  const since = new Date(Date.now() - PERIOD);
  const refunds = (await refundsOf(db, orderNumber)).filter(({ state }) => state !== "failed");
  // Queries run one after the other, because a transaction has one connection.
  const ofOrder = sum([
    ...refunds.map(({ amount }) => amount),
    await sentAgainOf(db, orderNumber),
    await exchangedOf(db, orderNumber),
  ]);
  const byMember = sum([
    await refundedSince(db, member.id, since),
    await sentAgainSince(db, member.id, since),
    await exchangedSince(db, member.id, since),
  ]);
  if (Math.max(ofOrder, byMember) + more > settings().refundLimit) requireFactor(member);
}
