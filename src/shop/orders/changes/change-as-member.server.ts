import { eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { HOUR } from "~/platform/durations";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { answered, once } from "~/shop/audit/once.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { actOnOrder, ORDER_ACT, type OrderForm } from "../act-as-member.server";
import { orders } from "../orders.tables";
import { refundCause } from "../refunds/refund-cause";
import { requireFactorToGive, requireFactorToRefund } from "../refunds/refund-limit.server";
import { TELL_CHANGE, type TellChange } from "./change-jobs";
import { endChange } from "./end-change.server";
import { makeChange, type MadeChange, scheduleEnd } from "./make-change.server";
import { changeById, lockWaiting, type OrderChange } from "./open-change.server";
import { orderChanges } from "./order-changes.tables";
import { reducedBy } from "./reduced-by";

/** Minimum and maximum hours that a change may wait for its payment. */
export const WAITING_HOURS = { least: 24, most: 168 };

/**
 * Changes an order as a member, once per form. Prices that a member reduces require the right to reduce and a reason. What a change
 * gives counts towards the member's limit (`refundLimit`), also where prices are kept by a rule; beyond it a second factor is
 * required.
 *
 * @throws {Refusal} `right-missing`; `input-invalid` for the fields `reason` and `hours`; `factor-missing`; `letters-used-up`; as
 * `makeChange`.
 */
export async function changeAsMember(
  services: Services,
  member: Member,
  form: OrderForm,
  wanted: Omit<MadeChange, "memberId">,
): Promise<void> {
  const { reason = "", hours, difference, words = "" } = wanted;
  const isGiven = wanted.isOurMistake === true || wanted.comes.some(({ price }) => price !== undefined);
  await requireRight(services, member, "orders.change");
  if (isGiven) await requireRight(services, member, "orders.reduce");
  if (isGiven && reason === "")
    throw new Refusal("input-invalid", { fields: { reason: "Say why it costs less. The log keeps it." } });
  if (hours !== undefined && !(hours >= WAITING_HOURS.least && hours <= WAITING_HOURS.most))
    throw new Refusal("input-invalid", { fields: { hours: "Between 24 and 168 hours." } });
  await actOnOrder(
    services,
    member,
    form,
    { right: "orders.change", field: "change", reason },
    async (inside, change) => {
      const made = await makeChange(inside, change, { ...wanted, memberId: member.id });
      if (difference > 0 || words !== "")
        await admitLetterByHand(inside.db, { memberId: member.id, to: await emailOf(inside.db, form.number) });
      if (difference < 0) await requireFactorToRefund(inside, member, form.number, refundCause.ofChange(made.id));
      else if (reducedBy(made.computed) > 0) await requireFactorToGive(inside, member);
      return { new: difference };
    },
  );
}

/**
 * Ends a waiting change, once per form; the order remains unchanged. The payment request is stopped at the gateway first, so that
 * it can no longer be paid.
 *
 * @throws {Refusal} `right-missing`; `record-unknown`; `change-over` if it has ended; `change-done` if it was paid first;
 * `payment-processing` and `gateway-unavailable`, in which case nothing has ended.
 */
export async function endChangeAsMember(
  services: Services,
  member: Member,
  { submission, number }: Pick<OrderForm, "submission" | "number">,
  changeId: string,
): Promise<void> {
  await requireRight(services, member, "orders.change");
  const form = { submission, kind: ORDER_ACT, record: number };
  if (await answered(services.db, member, form)) return;
  const change = await changeById(services.db, changeId);
  if (change?.orderNumber !== number) throw new Refusal("record-unknown");
  if (change.state === "ended") throw new Refusal("change-over");
  const ending = await endChange(services, changeId, { by: "member", actor: actorOf(member) });
  if (ending === "processing") throw new Refusal("payment-processing", { details: { orderNumber: number } });
  if (ending === "applied") throw new Refusal("change-done");
  await once(services, member, form, async (tx) => {
    await logChanges(tx, { memberId: member.id, submission, action: "change-ended", reason: "" }, [
      {
        kind: ORDER_ACT,
        record: number,
        version: await versionOf(tx, number),
        field: "change-ended",
        old: null,
        new: change.difference,
      },
    ]);
    return { saved: true };
  });
}

/** Hours by which the time of a waiting change is extended at once. */
const LONGER_HOURS = 24;

/** Latest possible end of a waiting change: `WAITING_HOURS.most` after it was made. */
export const latestEnd = ({ at }: Pick<OrderChange, "at">): Date => new Date(at.getTime() + WAITING_HOURS.most * HOUR);

/**
 * Extends the time of a waiting change by a day, up to seven days after it was made, once per form. Sends the shopper the link
 * with the new end.
 *
 * @throws {Refusal} as `sendChangeAgain`; `input-invalid` if the time cannot be extended further.
 */
export async function holdChangeLonger(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, number }: Pick<OrderForm, "submission" | "number">,
  changeId: string,
  now = new Date(),
): Promise<void> {
  await requireRight(services, member, "orders.change");
  await once(services, member, { submission, kind: ORDER_ACT, record: number }, async (tx) => {
    const change = await lockWaiting(tx, changeId);
    if (change && change.orderNumber !== number) throw new Refusal("record-unknown");
    if (!change?.endsAt || change.endsAt <= now) throw new Refusal("change-over");
    const endsAt = new Date(Math.min(latestEnd(change).getTime(), change.endsAt.getTime() + LONGER_HOURS * HOUR));
    if (endsAt <= change.endsAt)
      throw new Refusal("input-invalid", {
        fields: { hours: "It is held for seven days already, the longest there is." },
      });
    await tx
      .update(orderChanges)
      .set({ endsAt, version: sql`${orderChanges.version} + 1` })
      .where(eq(orderChanges.id, changeId));
    await scheduleEnd(tx, services, { id: changeId, endsAt }, now);
    await sendLink(tx, services, member, change);
    await logAct(tx, member, { submission, number }, "change-longer", endsAt.toISOString());
    return { saved: true };
  });
}

/**
 * Sends the letter with the link of a waiting change again, once per form; does not extend its time.
 *
 * @throws {Refusal} `right-missing`; `record-unknown`; `change-over` if the change no longer waits; `letters-used-up`.
 */
export async function sendChangeAgain(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, number }: Pick<OrderForm, "submission" | "number">,
  changeId: string,
): Promise<void> {
  await requireRight(services, member, "orders.change");
  await once(services, member, { submission, kind: ORDER_ACT, record: number }, async (tx) => {
    const change = await lockWaiting(tx, changeId);
    if (change && change.orderNumber !== number) throw new Refusal("record-unknown");
    if (!change) throw new Refusal("change-over");
    await sendLink(tx, services, member, change);
    await logAct(tx, member, { submission, number }, "change-sent-again", "the link");
    return { saved: true };
  });
}

/** Enqueues the letter with the link of a change again and counts it. */
async function sendLink(
  tx: Transaction,
  { jobs }: Pick<Services, "jobs">,
  member: Member,
  { id: changeId, letters, orderNumber }: OrderChange,
): Promise<void> {
  const again = letters + 1;
  await tx.update(orderChanges).set({ letters: again }).where(eq(orderChanges.id, changeId));
  await admitLetterByHand(tx, { memberId: member.id, to: await emailOf(tx, orderNumber) });
  const payload: TellChange = { changeId, letter: "asked", again };
  await jobs.enqueue(tx, TELL_CHANGE, payload, { key: `asked ${changeId} ${again}` });
}

/** Logs a member's act on a waiting change. */
async function logAct(
  tx: Transaction,
  member: Member,
  { submission, number }: Pick<OrderForm, "submission" | "number">,
  action: "change-sent-again" | "change-longer",
  said: string,
): Promise<void> {
  await logChanges(tx, { memberId: member.id, submission, action, reason: "" }, [
    { kind: ORDER_ACT, record: number, version: await versionOf(tx, number), field: action, old: null, new: said },
  ]);
}

async function emailOf(tx: Transaction, number: string): Promise<string> {
  const [order] = await tx.select({ email: orders.email }).from(orders).where(eq(orders.number, number));
  if (!order) throw new Refusal("order-unknown");
  return order.email;
}

async function versionOf(tx: Transaction, number: string): Promise<number> {
  const [order] = await tx.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
  return order?.version ?? 1;
}
