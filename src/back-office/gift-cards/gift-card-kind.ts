import { byName } from "~/platform/by-name";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { cents, formatCents } from "~/shop/money";
import { GIFT_CARD, type GiftCardAct } from "~/shop/orders/gift-cards/gift-card";
import type { LogKind } from "../log/log-kind";

const acts = byName<string>({
  "card-given": "A gift card was given",
  "card-corrected": "The recipient was corrected",
  "card-sent-again": "The letter was sent again",
  "card-replaced": "The code was replaced",
  "card-closed": "A gift card was closed",
  "card-opened": "A gift card was opened again",
} satisfies Record<GiftCardAct, string>);

const sentences = byName<string>({
  "card-corrected": "The recipient is corrected, and the letter is on its way. A code that had left is replaced.",
  "card-sent-again": "The letter with the code is on its way again.",
  "card-replaced": "The card has another code. The former one is worth nothing any more.",
  "card-closed": "The gift card is closed. No order can use it.",
  "card-opened": "The gift card is open again.",
} satisfies Record<Exclude<GiftCardAct, "card-given">, string>);

/** Log kind of gift cards: the log knows the last four signs of a code. */
export const giftCardKind: LogKind = {
  kind: GIFT_CARD,
  title: "Gift cards",
  words: ({ record, field, new: next }) => ({
    what: acts[field] ?? "A gift card",
    from: "",
    to: typeof next === "number" ? formatCents(cents(next)) : next ? giftCardWords(String(next)) : "",
    way: `/gift-cards/${record}`,
  }),
  sentence: ({ changes: [change] }) =>
    sentences[change?.field ?? ""] ?? `A gift card of ${formatCents(cents(Number(change?.new ?? 0)))} is made.`,
};
