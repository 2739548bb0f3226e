import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { BALANCE_ACT } from "./balance";
import { balanceEntries, payouts } from "./payouts.tables";

/**
 * Notes an unmatched movement or payout as known, so that it is no longer listed as a problem. Runs once per submission.
 *
 * @throws {Refusal} `right-missing`; `record-unknown` for an entry that does not exist or was noted before.
 */
export const noteBalance = (
  { db }: Pick<Services, "db">,
  member: Member,
  { submission, id }: { submission: string; id: string },
  now: Date,
): Promise<{ saved: true }> =>
  once({ db }, member, { submission, kind: BALANCE_ACT, record: id }, async (tx) => {
    await requireRight({ db: tx }, member, "money.refund");
    const noted = { notedAt: now, notedBy: member.id };
    const [entry] = await tx
      .update(balanceEntries)
      .set(noted)
      .where(and(eq(balanceEntries.id, id), isNull(balanceEntries.notedAt)))
      .returning();
    const [payout] = entry
      ? []
      : await tx
          .update(payouts)
          .set(noted)
          .where(and(eq(payouts.id, id), isNull(payouts.notedAt)))
          .returning();
    const own = entry ?? payout;
    if (!own) throw new Refusal("record-unknown");
    const change = { kind: BALANCE_ACT, record: id, version: 0, field: "noted", old: null, new: own.amount };
    await logChanges(tx, { memberId: member.id, submission, action: "note", reason: "" }, [change]);
    return { saved: true };
  });
