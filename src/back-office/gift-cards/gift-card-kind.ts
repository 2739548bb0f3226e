import { byName } from "~/platform/by-name";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { cents, formatCents } from "~/shop/money";
import { ALL_CARDS, GIFT_CARD } from "~/shop/gift-cards/gift-card-log";
import type { GiftCardAct } from "~/shop/orders/gift-cards/gift-card";
import { counted } from "../count-words";
import type { LogKind } from "../log/log-kind";

const acts = byName<string>({
  "card-given": "A gift card was given",
  "card-corrected": "The recipient was corrected",
  "card-sent-again": "The letter was sent again",
  "card-replaced": "The code was replaced",
  "card-closed": "A gift card was closed",
  "card-opened": "A gift card was opened again",
  "card-paid-out": "What was left on a gift card was paid out",
  "cards-replaced": "Lost codes of gift cards are replaced",
  export: "The list of gift cards",
} satisfies Record<GiftCardAct | "export", string>);

const sentences = byName<string>({
  "card-corrected": "The gift card's letter is corrected. It leaves on its day, and a code that had left is replaced.",
  "card-sent-again": "The letter with the code is on its way again.",
  "card-replaced": "The card has another code. The former one is worth nothing any more.",
  "card-closed": "The gift card is closed. No order can use it.",
  "card-opened": "The gift card is open again.",
  "cards-replaced": "Each gift card whose code was lost gets another one, with a letter where it has an address.",
} satisfies Record<Exclude<GiftCardAct, "card-given" | "card-paid-out">, string>);

/** Value that the log shows for an act: an amount, the card by its last four signs, or the number of cards in a file. */
function saidOf(field: string, next: unknown): string {
  if (field === "export") return counted(Number(next ?? 0), "card");
  if (typeof next === "number") return formatCents(cents(next));
  return next ? giftCardWords(String(next)) : "";
}

/** Log kind of gift cards: the log knows the last four signs of a code. */
export const giftCardKind: LogKind = {
  kind: GIFT_CARD,
  title: "Gift cards",
  words: ({ record, field, new: next }) => ({
    what: acts[field] ?? "A gift card",
    from: "",
    to: saidOf(field, next),
    way: record === ALL_CARDS ? "/gift-cards" : `/gift-cards/${record}`,
  }),
  sentence({ changes: [change] }) {
    const amount = formatCents(cents(typeof change?.new === "number" ? change.new : 0));
    if (change?.field === "export") return `The list of gift cards is exported: ${saidOf("export", change.new)}.`;
    if (change?.field === "card-paid-out") return `It is noted that ${amount} was paid out. The gift card is closed.`;
    return sentences[change?.field ?? ""] ?? `A gift card of ${amount} is made.`;
  },
};

/** Name of an act on a card, for its history. */
export const cardActName = (field: string): string => acts[field] ?? "Changed";
