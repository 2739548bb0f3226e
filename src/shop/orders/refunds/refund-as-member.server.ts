import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { handleFailedRefund, refundsOf } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import type { Change } from "../change-order.server";
import { actOnOrder, type OrderForm } from "../member-acts.server";
import { recordEvent } from "../orders.server";
import { refundCause } from "./refund-cause";
import { requireFactorToRefund } from "./refund-limit.server";
import { type LinesToRefund, refundLines } from "./refund-lines.server";

/**
 * Refunds an order as a member: pieces, the delivery fee, or for goodwill. The form is the cause: however often it is sent, the money
 * goes back once. While an earlier refund is not confirmed there is no second one.
 *
 * @throws {Refusal} `right-missing`, `refund-unconfirmed`, and as `refundLines` and `requireFactorToRefund`.
 */
export async function refundAsMember(
  services: Pick<Services, "db" | "jobs" | "settings">,
  member: Member,
  form: OrderForm,
  wanted: Omit<LinesToRefund, "cause">,
): Promise<void> {
  await refundByForm(services, member, form, wanted.reason, async (inside, change) => {
    const cause = refundCause.byForm(form.submission);
    const { amount } = await refundLines(inside, change, { ...wanted, cause });
    return { cause, amount };
  });
}

/**
 * The frame of a refund by a member: once for each form, never beside one that is not confirmed, and with a factor where it takes one.
 * `refund` gives the money back inside the transaction, and says by which cause and how many cents.
 *
 * @throws {Refusal} `right-missing`, `refund-unconfirmed`, and as `requireFactorToRefund` and `refund`.
 */
export const refundByForm = <Inside extends Pick<Services, "db" | "settings">>(
  services: Inside,
  member: Member,
  form: OrderForm,
  reason = "",
  refund: (inside: Inside & { db: Transaction }, change: Change) => Promise<{ cause: string; amount: number }>,
): Promise<void> =>
  actOnOrder(services, member, form, { right: "money.refund", field: "refund", reason }, async (inside, change) => {
    await refuseWhileUnconfirmed(inside.db, form.number);
    const { cause, amount } = await refund(inside, change);
    await requireFactorToRefund(inside, member, form.number, cause);
    return { new: amount };
  });

/** Lets no second refund pass while one is asked and not confirmed. @throws {Refusal} `refund-unconfirmed` */
export async function refuseWhileUnconfirmed(db: Database, number: string): Promise<void> {
  if ((await refundsOf(db, number)).some(({ state }) => state === "requested")) throw new Refusal("refund-unconfirmed");
}

/**
 * Says that a refund which failed is dealt with: it is no trouble any more. Its money has not gone back by that.
 *
 * @throws {Refusal} `right-missing`; `order-state` when it has not failed, or that was said before.
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
