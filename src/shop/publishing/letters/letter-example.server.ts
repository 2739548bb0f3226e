import type { ReactElement } from "react";
import { type Cents, cents } from "~/shop/money";
import type { Order } from "~/shop/orders/order";
import type { MoneyBack, Way } from "~/shop/payments/money-back";
import type { Settings } from "~/shop/settings";
import type { LetterKey } from "~/shop/texts/letters/letter-forms";
import type { LetterWords } from "~/shop/texts/letters/letter-words";

/** Path of the newest goods in an example. */
export const NEWEST = "/shop/new-arrivals";

/** Ways by which invented orders are paid. */
export const BY_CARD: Way = { kind: "bank", method: "Credit Card", card: { brand: "visa", lastFour: "4242" } };
export const BY_GIFT_CARD: Way = { kind: "gift-card", lastFour: "7KQ2", isOpen: true };

/** Parts of an invented refund that a bank carries. */
export const backByCard = (amount: number): MoneyBack[] => backBy([BY_CARD, amount]);

/** Parts of an invented refund, each with its way and amount in cents; none of 0. */
export const backBy = (...parts: [Way, number][]): MoneyBack[] =>
  parts.flatMap(([way, amount]) => (amount > 0 ? [{ way, amount: cents(amount), state: "requested" as const }] : []));

/** Parts that pay an invented order. */
export const paidByCard = (amount: Cents) => [{ way: BY_CARD, amount }];

/** Input for the example of a letter. */
export interface ExampleOrder {
  /** An order of the shop, or the invented one. */
  order: Order;
  /** Name of the letter's case, for example with or without a refund. */
  which: string;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export interface Example {
  subject: string;
  letter: ReactElement;
}

export type Examples<K extends LetterKey> = {
  [Key in K]: (words: LetterWords<Key>, values: ExampleOrder) => Example;
};
