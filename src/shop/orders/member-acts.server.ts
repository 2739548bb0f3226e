import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/log.server";
import { once } from "~/shop/audit/once.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Change } from "./change-order.server";

/** A form about an order: its own id, and the version of the order that it was shown with. */
export interface OrderForm {
  submission: string;
  number: string;
  version: number;
}

/** The log's name of what members do with an order that no other change takes back. */
export const ORDER_ACT = "order";

/** An act by one form: the right it takes, its name in the log, and the reason. */
interface OrderAct {
  right: Right;
  field: string;
  reason?: string;
}

/** The change by an act, as the log shows it. */
interface Logged {
  old?: unknown;
  new: unknown;
  /** Old and new are the shopper's own. */
  isPrivate?: boolean;
  /** The record and its field, where that change can be taken back. */
  kind?: string;
  field?: string;
}

/**
 * Does something with an order as a member, once for each form, with its line in the log in the same transaction. `work` gets the
 * services inside that transaction; its answer is what the log shows. Nothing of it can be taken back, only answered.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, and whatever `work` declines.
 */
export async function actOnOrder<Inside extends Pick<Services, "db">>(
  services: Inside,
  member: Member,
  { submission, number, version }: OrderForm,
  { right, field, reason = "" }: OrderAct,
  work: (inside: Inside & { db: Transaction }, change: Change) => Promise<Logged>,
): Promise<void> {
  await requireRight(services, member, right);
  await once(services, member, { submission, kind: ORDER_ACT, record: number }, async (tx) => {
    const change = { number, version, actor: actorOf(member) };
    const logged = await work({ ...services, db: tx }, change);
    await logChanges(tx, { memberId: member.id, submission, action: field, reason }, [
      { kind: ORDER_ACT, record: number, version: version + 1, field, old: null, ...logged },
    ]);
    return { saved: true };
  });
}
