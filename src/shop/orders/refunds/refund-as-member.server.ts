import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { handleFailedRefund, refundsOf } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import type { Change } from "../change-order.server";
import { actOnOrder, type OrderForm } from "../act-as-member.server";
import { recordEvent } from "../orders.server";
import { refundCause } from "./refund-cause";
import { requireFactorToRefund } from "./refund-limit.server";
import { type LinesToRefund, refundLines } from "./refund-lines.server";
import { storeCreditBy } from "./store-credit.server";

/** A member's refund; `agreed`, the member's words about what the shopper agreed to, makes it store credit. */
export type RefundByMember = Omit<LinesToRefund, "cause" | "credit"> & { agreed?: string | undefined };

/**
 * Refunds pieces, delivery, fees or goodwill as a member. The form's id is the cause of the refund, so a form that is sent twice
 * refunds once. Refused while an earlier refund is not confirmed.
 *
 * @throws {Refusal} `right-missing`, `refund-unconfirmed`; as `refundLines` and `requireFactorToRefund`.
 */
export async function refundAsMember(
  services: Pick<Services, "db" | "jobs" | "settings" | "sealer">,
  member: Member,
  form: OrderForm,
  { agreed, ...wanted }: RefundByMember,
): Promise<void> {
  const act = { reason: wanted.reason, field: actOf(agreed) };
  await refundByForm(services, member, form, act, async (inside, change) => {
    const cause = refundCause.byForm(form.submission);
    const credit = storeCreditBy(services, member, agreed);
    const { amount } = await refundLines(inside, change, { ...wanted, cause, credit });
    return { cause, amount };
  });
}

/** Name of a refund in the log: store credit by the words about what the shopper agreed to. */
export const actOf = (agreed: string | undefined): "refund" | "store-credit" =>
  agreed === undefined ? "refund" : "store-credit";

/**
 * Runs a member's refund once per form, not while another refund is unconfirmed, with a second factor if needed. `refund` runs in
 * the transaction and returns the cause and the amount in cents.
 *
 * @throws {Refusal} `right-missing`, `refund-unconfirmed`; as `requireFactorToRefund` and `refund`.
 */
export const refundByForm = <Inside extends Pick<Services, "db" | "settings">>(
  services: Inside,
  member: Member,
  form: OrderForm,
  { reason = "", field = "refund" }: { reason?: string | undefined; field?: "refund" | "store-credit" },
  refund: (inside: Inside & { db: Transaction }, change: Change) => Promise<{ cause: string; amount: number }>,
): Promise<void> =>
  actOnOrder(services, member, form, { right: "money.refund", field, reason }, async (inside, change) => {
    await refuseWhileUnconfirmed(inside.db, form.number);
    const { cause, amount } = await refund(inside, change);
    await requireFactorToRefund(inside, member, form.number, cause);
    return { new: amount };
  });

/**
 * Refuses a refund while an earlier one of the order is not confirmed.
 *
 * @throws {Refusal} `refund-unconfirmed`.
 */
export async function refuseWhileUnconfirmed(db: Database, number: string): Promise<void> {
  if ((await refundsOf(db, number)).some(({ state }) => state === "requested")) throw new Refusal("refund-unconfirmed");
}

/**
 * Marks a failed refund as handled, without refunding its money.
 *
 * @throws {Refusal} `right-missing`; `order-state` if the refund has not failed, or was marked before.
 */
export async function handleRefund(
  services: Pick<Services, "db">,
  member: Member,
  form: OrderForm,
  refundId: string,
  now = new Date(),
): Promise<void> {
  const act = { right: "money.refund", field: "refund-handled" } as const;
  await actOnOrder(services, member, form, act, async ({ db }, { number, actor }) => {
    const own = (await refundsOf(db, number)).find(({ id }) => id === refundId);
    if (!own || !(await handleFailedRefund(db, own.id, now))) throw new Refusal("order-state");
    await recordEvent(db, number, "refund-handled", actor, { details: { refundId, amount: own.amount } });
    return { new: own.amount };
  });
}
