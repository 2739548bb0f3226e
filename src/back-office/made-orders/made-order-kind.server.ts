import { byName } from "~/platform/by-name";
import { type Cents, formatCents } from "~/shop/money";
import { MADE_ORDER } from "~/shop/orders/made/make-order.server";
import { shownNumber } from "~/shop/orders/order-number";
import type { LogKind } from "../log/log-kind";

/** Sentences of the log, by act. */
const DONE = byName<(value: string) => string>({
  made: (total) => `Made, ${total} to be paid by its link`,
  given: (amount) => `${amount} given`,
  ended: () => "Ended unpaid",
  "sent-again": () => "The link was sent again",
});

export const madeOrderKind: LogKind = {
  kind: MADE_ORDER,
  title: "Orders made here",
  words: ({ record, field, new: now }) => ({
    what: `Order ${shownNumber(record)} made for a shopper`,
    from: "",
    to: DONE[field]?.(typeof now === "number" ? formatCents(now as Cents) : "") ?? "Changed",
    way: `/orders/made/${record}`,
  }),
  isMailed: ({ field }) => field !== "given",
};
