import type { ReactElement } from "react";
import type { Order } from "~/shop/orders/order";
import type { Settings } from "~/shop/settings";
import type { LetterKey } from "~/shop/texts/letters/letter-forms";
import type { LetterWords } from "~/shop/texts/letters/letter-words";

/** Path of the newest goods in an example. */
export const NEWEST = "/shop/new-arrivals";

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
