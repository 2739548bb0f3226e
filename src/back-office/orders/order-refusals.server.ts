import { Refusal, type RefusalCode } from "~/shop/refusal";
import type { FormOutcome, SentForm } from "../forms/form-action.server";

/** Words that a member reads when the room refuses an act. */
const words: Partial<Record<RefusalCode, string>> = {
  "edited-meanwhile": "Somebody changed this order after you opened it. Nothing was done. Look again, then decide.",
  "order-state": "This order can no longer be changed that way. Nothing was done.",
  "order-cancelled": "This order was cancelled before. Nothing was done again.",
  "more-than-left": "That is more than is left of this order. Nothing was done.",
  "parcel-unknown": "That was said of this parcel before, or this order has no such one. Nothing was done.",
  "sold-out":
    "There are not enough of it in stock to send it again. Nothing was done: refund it, or take some in first.",
};

/**
 * Does what a form about an order asks for and leads back to the order, unless `work` has an outcome of its own; what the room declines
 * is said in the words of orders.
 *
 * @throws {Refusal} what is no answer to a form, as `formAction` takes it.
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

/** The id of the parcel that an address names; nothing where it names none. */
export const parcelIn = ({ parcel = "" }: { parcel?: string | undefined }): number | undefined =>
  /^\d{1,9}$/.test(parcel) ? Number(parcel) : undefined;
