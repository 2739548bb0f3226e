import type { LoudHour } from "~/platform/hourly-sum.server";
import type { UnsentGiftCard } from "~/shop/gift-cards/gift-card-list.server";
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
