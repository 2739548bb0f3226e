import type { Database } from "~/platform/database.server";
import { consume } from "~/platform/rate-limit.server";
import { mailboxKey } from "./form-limits.server";
import { Refusal } from "./refusal";

/** Maximum number of letters per day that members send by hand: to one mailbox by all members, and by one member. */
const A_DAY = { toMailbox: 10, byMember: 100 };

/**
 * Counts a letter that a member sends by hand, in the caller's transaction.
 *
 * @throws {Refusal} `letters-used-up` if the recipient or the member has reached the limit of the day.
 */
export async function admitLetterByHand(
  db: Database,
  { memberId, to }: { memberId: string; to: string },
): Promise<void> {
  const allowance = (name: string, times: number) => ({ name: `letters-by-hand-${name}`, times, seconds: 86_400 });
  const wait =
    (await consume(db, allowance("to", A_DAY.toMailbox), mailboxKey(to))) ||
    (await consume(db, allowance("by", A_DAY.byMember), memberId));
  if (wait > 0) throw new Refusal("letters-used-up");
}
