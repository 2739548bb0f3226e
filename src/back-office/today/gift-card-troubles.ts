import type { LoudHour } from "~/platform/hourly-sum.server";
import type { UnsentGiftCard } from "~/shop/gift-cards/gift-card-list.server";
import { formatCents, sum } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import type { OrderOfUnmade } from "~/shop/orders/gift-cards/return-cards-beyond.server";
import { counted } from "../count-words";
import type { Wait } from "./waits";

/** Line on Today for an hour in which very many codes of gift cards were guessed; nothing was stopped. */
export const guessedCards = ({ times }: LoudHour): Wait => ({
  key: "gift-card-guesses",
  count: null,
  title: "Somebody guesses codes of gift cards",
  text: `${times.toLocaleString("en-US")} codes that no card has were tried within an hour of the last day, from any number of networks. Each network is slowed. Codes are too long to be guessed, so no card is in danger and no bearer was refused.`,
});

/** Line on Today for gift cards whose letter could not leave. */
export function unsentCards(unsent: readonly UnsentGiftCard[]): Wait[] {
  const [first] = unsent;
  if (!first) return [];
  const isRefused = unsent.every(({ why }) => why === "refused");
  const why = isRefused
    ? "The mail server refused it for good."
    : "The mail server refused it, or the code cannot be opened with the shop's present secret key.";
  return [
    {
      key: "gift-card-letters",
      count: null,
      title: "Letters of gift cards could not leave",
      text: `${counted(unsent.length, "card")}, the first ending ${first.lastFour}. ${why} Correct the address, or replace the code.`,
      way:
        unsent.length === 1
          ? { to: `/gift-cards/${first.id}`, name: "See the card" }
          : { to: "/gift-cards", name: "See the cards" },
    },
  ];
}

/** Line on Today, for a day, for gift cards that were not made because their payment card had bought too many. */
export function unmadeCards(unmade: readonly OrderOfUnmade[]): Wait[] {
  const [latest] = unmade;
  if (!latest) return [];
  const money = formatCents(sum(unmade.map(({ amount }) => amount)));
  return [
    {
      key: "gift-cards-beyond",
      count: null,
      title: "A payment card bought too many gift cards",
      text: `${counted(unmade.length, "order")} of the last day, the latest ${shownNumber(latest.number)}, came to more than Settings allow one payment card in 24 hours. Their gift cards were not made, and ${money} goes back by itself. Look whether the payment card may be stolen.`,
      way: { to: `/orders/${latest.number}`, name: "See the order" },
    },
  ];
}
