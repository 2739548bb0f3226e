import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Change } from "./change-order.server";

/** Form about an order: submission id, and the order's version when the form was shown. */
export interface OrderForm {
  submission: string;
  number: string;
  version: number;
}

/** Kind of the change-log entries about acts on orders that cannot be undone. */
export const ORDER_ACT = "order";

/** Names of members' acts on an order in the log. They are stored, so they never change. */
export const orderActs = [
  "packed",
  "parcel",
  "unpacked",
  "arrived",
  "lost",
  "found",
  "replacement",
  "replacement-ended",
  "tracking",
  "tracking-told",
  "cancelled",
  "refund",
  "store-credit",
  "refund-handled",
  "change",
  "change-ended",
  "change-longer",
  "change-sent-again",
  "note",
  "letter-again",
  "delayed",
] as const;
export type OrderActName = (typeof orderActs)[number];

/** Act that a form performs: required right, name in the log, and reason. */
interface OrderAct {
  right: Right;
  field: OrderActName;
  reason?: string;
}

/** Old and new value of an act, as the log shows them. */
interface Logged {
  old?: unknown;
  new: unknown;
  /** True if the values are personal data of the shopper. */
  isPrivate?: boolean;
  /** Record kind and field, if the change can be undone. */
  kind?: string;
  field?: string;
}

/**
 * Runs a member's act on an order, once per form, and logs its result in the same transaction. `work` receives the services of
 * that transaction. The act cannot be undone.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, and refusals of `work`.
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
