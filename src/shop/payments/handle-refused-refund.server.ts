import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { BALANCE_ACT } from "./balance";
import { payments, refunds } from "./payments.tables";
import { handleFailedRefund } from "./refunds.server";

/**
 * Marks a failed refund of a payment without an order as handled; one of an order is handled with its order, whose history has it.
 * Runs once per submission.
 *
 * @throws {Refusal} `right-missing`; `record-unknown` for a refund of an order, and for one that has not failed or was marked
 *   before.
 */
export const handleRefusedRefund = (
  { db }: Pick<Services, "db">,
  member: Member,
  { submission, id }: { submission: string; id: string },
  now: Date,
): Promise<{ saved: true }> =>
  once({ db }, member, { submission, kind: BALANCE_ACT, record: id }, async (tx) => {
    await requireRight({ db: tx }, member, "money.refund");
    const [refund] = await tx
      .select({ amount: refunds.amount })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(and(eq(refunds.id, id), isNull(payments.orderNumber)));
    if (!refund || !(await handleFailedRefund(tx, id, now))) throw new Refusal("record-unknown");
    const change = {
      kind: BALANCE_ACT,
      record: id,
      version: 0,
      field: "refund-handled",
      old: null,
      new: refund.amount,
    };
    await logChanges(tx, { memberId: member.id, submission, action: "refund-handled", reason: "" }, [change]);
    return { saved: true };
  });
