import type { FieldKey } from "./columns";

/** `checked`: not applied yet; `in`: applied; `back`: undone; `dropped`: discarded. */
export type ImportState = "checked" | "in" | "back" | "dropped";

/** `moved-on`: the product changed in the shop after the preview; `gift-card`: the row is left out, since gift cards are no goods here. */
export type RowState = "new" | "changed" | "same" | "bad" | "moved-on" | "gift-card";

/** A rejected cell, with the way to correct it. */
export interface Problem {
  field: FieldKey;
  words: string;
  /** Set for a note: the row is imported in spite of it. */
  isNote?: true;
  /** Set if a part of the cell was cut or left out: the file of problems has the whole cell. */
  isUnfit?: true;
  /** Question about the whole file whose answer settles the problem; the row waits for it. */
  asks?: FileQuestion;
  /** Number of another row whose problem blocks this row; `words` is then a full sentence. */
  ofRow?: number;
}

/** Changed field with its old and new value, as text for the preview. */
export interface ShownChange {
  what: string;
  from: string;
  to: string;
}

/** New product as shown in the preview. */
export interface ShownProduct {
  name: string;
  /** Price as text; a range if variants differ, empty without a price. */
  price: string;
  salePrice: string;
  sizes: number;
  colors: number;
  /** Number of pieces for sale after the import; null means unlimited. */
  pieces: number | null;
  /** Path of the product's category; empty without a category. */
  category: string;
  /** Tax kind; undefined if unknown or if an earlier release stored the row. */
  kindForTax?: "clothing" | "footwear" | "protective" | "accessory" | undefined;
  /** True if the file contains no tax kind and `kindForTax` is the category's. */
  isKindOfCategory?: boolean | undefined;
  status: "published" | "draft" | "archived";
  /** Number of the product's pictures that the shop has, and of those it still lacks. */
  pictures: number;
  missingPictures: number;
  /** True for an archived product that the import restores, after an earlier import of it was undone. */
  isBack: boolean;
}

/** Initial stock of new variants that the shop of the file counts, but without a number in the file: 0 pieces, or unlimited. */
export const UNTOLD_STOCKS = ["zero", "uncounted"] as const;
export type UntoldStock = (typeof UNTOLD_STOCKS)[number];

/** Questions about a whole file, which a member answers once. `decimal`: what 1.250 means; `money`: amounts in another currency. */
export const FILE_QUESTIONS = ["decimal", "money"] as const;
export type FileQuestion = (typeof FILE_QUESTIONS)[number];
/** Sign before the decimals of a file's numbers. */
export const DECIMALS = ["point", "comma"] as const;
export type Decimal = (typeof DECIMALS)[number];
/** Treatment of amounts in another currency: the same number of US dollars, or none. */
export const OTHER_MONEY = ["dollars", "left-out"] as const;
export type OtherMoney = (typeof OTHER_MONEY)[number];

/** Meanings that a member can choose for an option other than size and color: part of the size, or part of the color. */
export const OPTION_MEANINGS = ["size", "color"] as const;
export type OptionMeaning = (typeof OPTION_MEANINGS)[number];

/** An uploaded picture that no row names; `nearest` is the most similar file name in a row, or empty. */
export interface StrayPicture {
  name: string;
  nearest: string;
}

/** Number of rows of a file by their state in the preview. */
export interface Counts {
  rows: number;
  fresh: number;
  changed: number;
  same: number;
  bad: number;
  movedOn: number;
  giftCards: number;
  /** Number of new products, and number of those that are published at once. */
  products: number;
  published: number;
  /** Number of new variants that the shop of the file counts, but without a number in the file. */
  untold: number;
}

export const NO_COUNTS: Counts = {
  rows: 0,
  fresh: 0,
  changed: 0,
  same: 0,
  bad: 0,
  movedOn: 0,
  giftCards: 0,
  products: 0,
  published: 0,
  untold: 0,
};
