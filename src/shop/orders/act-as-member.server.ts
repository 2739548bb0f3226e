import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Change } from "./change-order.server";

/** A form about an order: submission id, and shown version of the order. */
export interface OrderForm {
  submission: string;
  number: string;
  version: number;
}

/** Log kind of acts on an order that cannot be undone. */
export const ORDER_ACT = "order";

/** An act by a form: needed right, log name, and reason. */
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
  /** Record and field of a change that can be undone. */
  kind?: string;
  field?: string;
}

/**
 * Runs a member's act on an order, once per form, with its log entry in the same transaction. `work` gets the services of that transaction;
 * its result is logged. Such acts cannot be undone.
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
