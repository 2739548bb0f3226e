import { divideAmongCards } from "~/shop/gift-cards/gift-card-parts";
import { cents } from "~/shop/money";
import { leastPaymentBy } from "~/shop/payments/gateway";
import type { PaidByCards } from "./gift-card-store";

export const paidByCards: PaidByCards = (total, cards, method) => {
  const lefts = cards.map(({ left }) => left);
  const { parts, rest, keptBack } = divideAmongCards(total, lefts, leastPaymentBy(method ?? "Credit Card")) ?? {
    parts: [],
    rest: total,
    keptBack: cents(0),
  };
  return {
    codes: cards.map(({ code }) => code),
    parts: cards.map(({ lastFour }, place) => ({ lastFour, amount: parts[place] ?? cents(0) })),
    rest,
    keptBack,
  };
};
