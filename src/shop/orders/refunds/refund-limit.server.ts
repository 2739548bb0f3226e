import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { lockFor } from "~/shop/audit/once.server";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { sum } from "~/shop/money";
import { attributeRefund, refundedSince, refundsOf } from "~/shop/payments/refunds.server";

/** The window that a member's refunds are counted in, in milliseconds: no setting, such as the time zone, begins it anew. */
const DAY = 86_400_000;

/**
 * Lets a refund pass that a member's act just asked for in this transaction, and notes the member beside it. Only with a factor shown
 * lately once more than the setting has gone back of this order by anybody, or by this member within 24 hours, of
 * whatever orders and returns. Nothing where no refund of this cause was asked for. Called last in a transaction: it holds the
 * member's other refunds back until that ends.
 *
 * @throws {Refusal} `factor-missing`; then the caller's transaction undoes the refund.
 */
export async function requireFactorToRefund(
  { db, settings }: Pick<Services, "settings"> & { db: Transaction },
  member: Member,
  orderNumber: string,
  cause: string,
): Promise<void> {
  const refunds = (await refundsOf(db, orderNumber)).filter(({ state }) => state !== "failed");
  const own = refunds.find((refund) => refund.cause === cause);
  if (!own) return;
  // Two windows of one member take turns: the second counts what the first gave.
  await lockFor(db, `refunds of ${member.id}`);
  await attributeRefund(db, own.id, member.id);
  const { refundLimit } = settings();
  const since = new Date(Date.now() - DAY);
  const ofOrder = sum(refunds.map(({ amount }) => amount));
  if (ofOrder > refundLimit || (await refundedSince(db, member.id, since)) > refundLimit) requireFactor(member);
}
