import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { sum } from "~/shop/money";
import { refundsOf } from "~/shop/payments/refunds.server";

/**
 * Lets a refund pass that was just asked for in this transaction; once more than the setting has gone back of its order, only for a
 * member who has shown a factor lately. Nothing where no refund of this cause was asked for.
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
  if (!refunds.some((refund) => refund.cause === cause)) return;
  if (sum(refunds.map(({ amount }) => amount)) > settings().refundLimit) requireFactor(member);
}
