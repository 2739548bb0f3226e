import { byName } from "~/platform/by-name";
import { type Cents, formatCents } from "~/shop/money";
import { MADE_ORDER, type MadeOrderAct } from "~/shop/orders/made/make-order.server";
import { shownNumber } from "~/shop/orders/order-number";
import type { LogKind } from "../log/log-kind";

/** Sentences of the log, by act. */
const DONE = byName<(value: string) => string, MadeOrderAct>({
  made: (total) => `Made, ${total} to be paid by its link`,
  given: (amount) => `${amount} given`,
  ended: () => "Ended unpaid",
  "sent-again": () => "The link was sent again",
});

/** Sentences of the message after an act. */
const sentences = byName<(order: string, value: string) => string, Exclude<MadeOrderAct, "given">>({
  made: (order, total) => `Order ${order} is made. It waits for ${total}: the shopper has a link to pay.`,
  ended: (order) => `Order ${order} has ended unpaid. Its pieces are free again.`,
  "sent-again": (order) => `The link to pay order ${order} is sent again.`,
});

const amountOf = (value: unknown): string => (typeof value === "number" ? formatCents(value as Cents) : "");

export const madeOrderKind: LogKind = {
  kind: MADE_ORDER,
  title: "Orders made here",
  words: ({ record, field, new: now }) => ({
    what: `Order ${shownNumber(record)} made for a shopper`,
    from: "",
    to: DONE[field]?.(amountOf(now)) ?? "Changed",
    way: `/orders/made/${record}`,
  }),
  sentence({ changes }) {
    const told = changes.find(({ field }) => sentences[field]) ?? changes[0];
    const order = shownNumber(told?.record ?? "");
    const given = changes.find(({ field }) => field === "given");
    const said =
      sentences[told?.field ?? ""]?.(order, amountOf(told?.new)) ?? `Order ${order}: ${amountOf(told?.new)} is given.`;
    return given && told !== given ? `${said} ${amountOf(given.new)} of its price is given.` : said;
  },
  isMailed: ({ field }) => field !== "given",
};
