import type { Movement } from "~/shop/catalog/stock/movement";
import { orderNumberIn, shownNumber } from "~/shop/orders/order-number";
import { returnNumberIn, shownReturnNumber } from "~/shop/returns/return-number";

/** A stock movement as text. */
export interface MovementWords {
  what: string;
  /** Page of the order or act that caused the movement; null if there is none. */
  way: string | null;
  who: string;
}

type Words = Record<Movement["cause"], { name: string; verb: string }>;

/** Text for each cause of a movement: one used alone, and one that is followed by an order number. */
const CAUSES: Words = {
  import: { name: "Imported", verb: "Imported with" },
  reservation: { name: "Held until paid", verb: "Held until paid:" },
  release: { name: "No longer held", verb: "No longer held:" },
  sale: { name: "Sold", verb: "Sold:" },
  return: { name: "Came back", verb: "Came back:" },
  replacement: { name: "Sent again", verb: "Sent again for" },
  delivery: { name: "Delivery", verb: "Delivery" },
  count: { name: "Stock-take", verb: "Stock-take" },
  "write-off": { name: "Written off", verb: "Written off" },
  correction: { name: "Put right", verb: "Put right" },
};

/** Describes a stock movement: cause, order, and member. */
export function movementWords(
  { cause, reference, reason, actor }: Pick<Movement, "cause" | "reference" | "reason" | "actor">,
  names: ReadonlyMap<string, string>,
): MovementWords {
  const { name, verb } = CAUSES[cause];
  const order = orderNumberIn(reference);
  const who = whoWords(actor, names);
  if (order) return { what: `${verb} order ${shownNumber(order)}`, way: `/orders/${order}`, who };
  const back = returnNumberIn(reference);
  if (back) {
    const said = cause === "reservation" ? "Kept for the exchange of" : verb;
    return { what: `${said} return ${shownReturnNumber(back)}`, way: `/returns/${back}`, who };
  }
  if (cause === "count") return { what: reason || name, way: `/stock/count/${reference}`, who };
  const isNamed =
    ["reservation", "release", "sale", "return", "replacement", "import"].includes(cause) && reference !== "";
  return { what: isNamed ? `${verb} ${reference}` : reason ? `${name}: ${reason}` : name, way: null, who };
}

function whoWords({ kind, name }: Movement["actor"], names: ReadonlyMap<string, string>): string {
  if (kind === "staff" && name === "command") return "Command";
  if (kind === "staff") return (name && names.get(name)) || name || "Somebody";
  return kind === "shopper" ? "The shopper" : "The shop";
}
