import { redirect } from "react-router";
import { faultStatus } from "~/platform/database.server";
import { Refusal, type RefusalCode } from "~/shop/refusal";
import { declined } from "../form-answers";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { isId } from "../is-id";

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

export const NOT_SAVED =
  "It was not saved: the shop did not answer. What you typed is still here; send it again, it is done once.";

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

/** The page's id and the version it was shown with, as its forms send them; nothing when they cannot be read. */
export function formFacts(values: Record<string, string>): { page: string; version: number } | undefined {
  const { submission = "", version = "" } = values;
  return isId(submission) && /^\d{1,9}$/.test(version) ? { page: submission, version: Number(version) } : undefined;
}

/**
 * Does what a form asks for and leads on; what the room declines comes back in words, with all that was typed. `keep` answers the id
 * of what was typed beside it and is shown again by the page that it leads to.
 */
export async function answered(
  values: Record<string, string>,
  to: string,
  work: () => Promise<unknown>,
  keep?: () => Promise<string | undefined>,
) {
  try {
    await work();
    const kept = await keep?.();
    return redirect(kept ? `${to}&kept=${kept}` : to);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof Refusal)) {
      const status = faultStatus(error, { path: to }, "an act on an order failed");
      return declined(values, { message: NOT_SAVED, status });
    }
    if (error.status === 403 || error.status === 404) throw error;
    const { code, fields: errors, status } = error;
    return declined(values, { errors, message: words[code] ?? error.message, status });
  }
}
