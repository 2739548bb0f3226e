import { z } from "zod";
import { shownNumber } from "~/shop/orders/order-number";
import { type ManyDone, packOrders } from "~/shop/orders/parcels/many-parcels.server";
import { MOST_LINES } from "~/shop/orders/parcels/pasted-lines";
import { counted } from "../count-words";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { printAddress } from "../print/print-address";
import { chosenAddress, ordersQuery, ordersView, type OrdersView } from "./orders-view";

/** Schema of the form around the list of orders: the pressed button, and the paper to print. */
export const Chosen = z.object({
  act: z.enum(["print", "paste", "pack"]),
  kind: z.enum(["pick", "slip", "label"]).catch("slip"),
});

/** Reasons why an order was not packed, by refusal code. */
const WHY: Partial<Record<string, string>> = {
  "order-unknown": "is not there any more",
  "order-apart": "is a sample or a test order",
  "change-open": "waits for the payment of a change, so it is not packed. End the change first",
  "edited-meanwhile": "was changed after you opened the list. Look at it, then mark it again",
};

/**
 * Runs the pressed button's act on the chosen orders of a list.
 *
 * @throws {Refusal} as `packOrders`.
 */
export async function actOnChosen(
  { services, member, request, submission, all }: SentForm,
  { act, kind }: z.output<typeof Chosen>,
): Promise<FormOutcome> {
  const view = ordersView(new URL(request.url).searchParams);
  const seen = all("order").flatMap((value) => {
    const [, number = "", version = ""] = /^(\d{8})\.(\d{1,9})$/.exec(value) ?? [];
    return number ? [{ number, version: Number(version) }] : [];
  });
  if (seen.length === 0) return { message: "Choose at least one order first." };
  if (seen.length > MOST_LINES) return { message: `Choose ${MOST_LINES} orders or fewer.` };
  const numbers = seen.map(({ number }) => number);
  if (act === "print") return { to: printAddress([kind], numbers, ordersQuery(view).toString() || "sort=newest") };
  if (act === "paste") return { to: `/orders/paste?numbers=${numbers.join(",")}` };
  return packed(await packOrders(services, member, submission, seen), view);
}

function packed({ act, outcomes }: ManyDone, view: OrdersView): FormOutcome {
  const refused = outcomes.filter(({ result }) => result !== "done" && result !== "again");
  const done = outcomes.filter(({ result }) => result === "done").length;
  if (refused.length === 0 && act)
    // The packed orders stay chosen for what comes next, their tracking numbers.
    return {
      to: chosenAddress(
        view,
        outcomes.map(({ number }) => number),
      ),
      act,
    };
  if (refused.length === 0) return { message: "All of them are packed already.", status: 200 };
  const lines = refused.map(({ number, result }) => [
    number,
    `${shownNumber(number)} ${WHY[result] ?? "has nothing that could be packed now"}.`,
  ]);
  return {
    status: 409,
    message: `${done === 0 ? "No order was" : `${counted(done, "order was", "orders were")}`} marked packed; ${counted(refused.length, "order was", "orders were")} not.`,
    errors: Object.fromEntries(lines) as Record<string, string>,
  };
}
