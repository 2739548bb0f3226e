import type { Account } from "./account";
import type { ActsShop, Bought } from "./acts-shop.server";

/**
 * Result of an act: the amount that its page had promised, null without one, and the amount that the account says, in cents that
 * go back; negative if they are paid.
 */
export interface Done {
  promised: number | null;
  expected: number;
}

export interface Act {
  name: string;
  /** Makes the order of a pair that this act begins; other acts begin with the order that has the most parts. */
  buys?: Account["bought"];
  /** Whether the act changes the shop, and no order. */
  isOfShop?: true;
  /** True for an act whose pairs are walked in a file of their own, so that no file takes too long. */
  isApart?: true;
  do: (acts: ActsShop, order: Bought) => Promise<Done>;
}

/** Result of an act that moves no money. */
export const nothing: Done = { promised: null, expected: 0 };

/** An act that its form refused, beside its fields, and what the button had promised. */
export class Refused extends Error {
  readonly promised: number;

  constructor(promised: number, words: string) {
    super(words);
    this.promised = promised;
  }
}
