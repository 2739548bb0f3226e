import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { lockFor } from "~/shop/audit/once.server";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { sum } from "~/shop/money";
import { attributeRefund, refundedSince, refundsOf } from "~/shop/payments/refunds.server";
import type { Pieces } from "../parcels/pieces";
import { sentAgainOf, sentAgainSince, wereLostBefore } from "../parcels/sent-again.server";

/** The window that a member's refunds are counted in, in milliseconds: no setting, such as the time zone, begins it anew. */
const DAY = 86_400_000;

type Inside = Pick<Services, "settings"> & { db: Transaction };

/**
 * Lets a refund pass that a member's act just asked for in this transaction, and notes the member beside it. Only with a factor shown
 * lately once more than the setting was given of this order by anybody, or by this member within 24 hours, of whatever orders and
 * returns: money that went back, and what lost pieces cost that were sent again. Nothing where no refund of this cause was asked for.
 * Called last in a transaction: it holds the member's other gifts back until that ends.
 *
 * @throws {Refusal} `factor-missing`; then the caller's transaction undoes the refund.
 */
export async function requireFactorToRefund(
  inside: Inside,
  member: Member,
  orderNumber: string,
  cause: string,
): Promise<void> {
  const refunds = await refundsOf(inside.db, orderNumber);
  const own = refunds.find((refund) => refund.cause === cause && refund.state !== "failed");
  if (!own) return;
  await attributeRefund(inside.db, own.id, member.id);
  await requireFactorAboveLimit(inside, member, orderNumber);
}

/**
 * Lets pass that a member's act just sent pieces of a lost parcel again in this transaction: goods without a payment, which count
 * like a refund. What is lost a second time always takes a factor. Called last, as `requireFactorToRefund`.
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

async function requireFactorAboveLimit({ db, settings }: Inside, member: Member, orderNumber: string): Promise<void> {
  // Two windows of one member take turns: the second counts what the first gave.
  await lockFor(db, `refunds of ${member.id}`);
  const since = new Date(Date.now() - DAY);
  const refunds = (await refundsOf(db, orderNumber)).filter(({ state }) => state !== "failed");
  const ofOrder = sum([...refunds.map(({ amount }) => amount), await sentAgainOf(db, orderNumber)]);
  const byMember = sum([await refundedSince(db, member.id, since), await sentAgainSince(db, member.id, since)]);
  if (Math.max(ofOrder, byMember) > settings().refundLimit) requireFactor(member);
}
