import { z } from "zod";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { shownNumber } from "~/shop/orders/order-number";
import { type ManyDone, packOrders } from "~/shop/orders/parcels/many-parcels.server";
import { MOST_LINES } from "~/shop/orders/parcels/pasted-lines";
import { counted } from "../count-texts";
import { printAddress } from "../print/print-address";
import { ordersAddress, ordersQuery, type OrdersView } from "./orders-view";

/** Where an act on many orders leads, or what is to be said about it on the list. */
export type ChosenResult = { to: string } | { status: number; title: string; lines: string[] };

/** Words about an order that could not be packed, by the code of the refusal. */
const WHY: Partial<Record<string, string>> = {
  "order-unknown": "is not there any more",
  "order-apart": "is a sample or a test order",
  "edited-meanwhile": "was changed after you opened the list. Look at it, then mark it again",
};

/**
 * Does with the chosen orders what the pressed button says.
 *
 * @throws {Refusal} as `packOrders`.
 */
export async function actOnChosen(
  services: Services,
  member: Member,
  view: OrdersView,
  form: FormData,
): Promise<ChosenResult> {
  const seen = form.getAll("order").flatMap((value) => {
    const [, number = "", version = ""] = /^(\d{8})\.(\d{1,9})$/.exec(String(value)) ?? [];
    return number ? [{ number, version: Number(version) }] : [];
  });
  if (seen.length === 0) return { status: 422, title: "Choose at least one order first.", lines: [] };
  if (seen.length > MOST_LINES) return { status: 422, title: `Choose ${MOST_LINES} orders or fewer.`, lines: [] };
  const numbers = seen.map(({ number }) => number).join(",");
  const act = form.get("act");
  if (act === "print") {
    const kind = z.enum(["pick", "slip", "label"]).catch("slip").parse(form.get("kind"));
    return { to: printAddress([kind], numbers.split(","), ordersQuery(view).toString() || "sort=newest") };
  }
  if (act === "paste") return { to: `/orders/paste?numbers=${numbers}` };
  const submission = z.uuid().safeParse(form.get("submission")).data;
  if (act !== "pack" || !submission) return { status: 400, title: "This form cannot be read.", lines: [] };
  return packed(await packOrders(services, member, submission, seen), view);
}

function packed({ act, outcomes }: ManyDone, view: OrdersView): ChosenResult {
  const refused = outcomes.filter(({ result }) => result !== "done" && result !== "again");
  const done = outcomes.filter(({ result }) => result === "done").length;
  if (refused.length === 0 && act) return { to: withDone(view, act) };
  if (refused.length === 0) return { status: 200, title: "All of them are packed already.", lines: [] };
  return {
    status: 409,
    title: `${done === 0 ? "No order was" : `${counted(done, "order was", "orders were")}`} marked packed; ${counted(refused.length, "order was", "orders were")} not.`,
    lines: refused.map(
      ({ number, result }) => `${shownNumber(number)} ${WHY[result] ?? "has nothing that could be packed now"}.`,
    ),
  };
}

/** The list with the message after an act. */
export function withDone(view: OrdersView, act: string): string {
  const address = ordersAddress(view);
  return `${address}${address.includes("?") ? "&" : "?"}done=${act}`;
}
