import { Refusal, type RefusalCode } from "~/shop/refusal";
import type { FormOutcome, SentForm } from "../forms/form-action.server";

/** Messages for refusals of acts on orders, by code. */
const words: Partial<Record<RefusalCode, string>> = {
  "edited-meanwhile": "Somebody changed this order after you opened it. Nothing was done. Look again, then decide.",
  "order-state": "This order can no longer be changed that way. Nothing was done.",
  "order-cancelled": "This order was cancelled before. Nothing was done again.",
  "more-than-left": "Those are more pieces, or more for them, than are left of this order. Nothing was done.",
  "more-money-than-left": "That is more money than is left of what was paid for this order. Nothing was done.",
  "parcel-unknown": "That was said of this parcel before, or this order has no such one. Nothing was done.",
  "change-open":
    "A change of this order waits for its payment, so it is neither packed nor sent meanwhile. Nothing was done. End the change first.",
  "change-over": "This change has ended before. Nothing was done.",
  "change-done": "This change was paid and made before. Nothing was done.",
  "payment-processing": "The shopper is paying for it at this moment. Nothing was done. Look again in a minute.",
  "sold-out":
    "There are not enough of it in stock to send it again. Nothing was done: refund it, or take some in first.",
};

/**
 * Runs an act on an order and returns to the order's page, unless `work` returns another outcome. Refusals get the messages
 * above.
 *
 * @throws {Refusal} if there is no message for its code; `formAction` answers it.
 */
export async function doneOnOrder(
  { params, submission }: Pick<SentForm, "params" | "submission">,
  work: () => Promise<FormOutcome | void>,
): Promise<FormOutcome> {
  try {
    const outcome = await work();
    return outcome ?? { to: `/orders/${params.number}`, act: submission };
  } catch (error) {
    const said = error instanceof Refusal && words[error.code];
    if (!said || Object.keys(error.fields).length > 0) throw error;
    return { message: said, status: error.status };
  }
}

/** Parses the id of the parcel in an address; undefined if it is missing or invalid. */
export const parcelIn = ({ parcel = "" }: { parcel?: string | undefined }): number | undefined =>
  /^\d{1,9}$/.test(parcel) ? Number(parcel) : undefined;
