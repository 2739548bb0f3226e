import type { FieldKey } from "./columns";

/** `checked` until it is applied; then `in` the shop, or taken `back`. */
export type ImportState = "checked" | "in" | "back" | "dropped";

/** `moved-on` where the shop holds something else by now than the preview showed. */
export type RowState = "new" | "changed" | "same" | "bad" | "moved-on";

/** A cell that cannot be taken, and the way to correct it. */
export interface Problem {
  field: FieldKey;
  words: string;
  /** The row goes in all the same. */
  isNote?: true;
}

/** From what to what a row changes something, as a member reads it. */
export interface ShownChange {
  what: string;
  from: string;
  to: string;
}

/** A product that a file brings, as the preview shows it. */
export interface ShownProduct {
  name: string;
  /** Empty where it has none; from the lowest to the highest where sizes and colors differ. */
  price: string;
  salePrice: string;
  sizes: number;
  colors: number;
  /** How many of it can be sold then; null where it is sold without limit. */
  pieces: number | null;
  /** Its path, empty where it has none. */
  category: string;
  /** Unset where nobody knows, and in rows that were read before it was kept. */
  kindForTax?: "clothing" | "footwear" | "protective" | "accessory" | undefined;
  /** The file names no kind: it is that of the category. */
  isKindOfCategory?: boolean | undefined;
  status: "published" | "draft" | "archived";
  /** How many pictures the shop has of those that the file names, and how many it lacks. */
  pictures: number;
  missingPictures: number;
  /** True where the product was archived when an import was taken back. */
  isBack: boolean;
}

/** How new variants come that a file counts without naming their quantity: with 0 pieces, or not counted, so sold without limit. */
export const UNTOLD_STOCKS = ["zero", "uncounted"] as const;
export type UntoldStock = (typeof UNTOLD_STOCKS)[number];

/** Meanings of a further option of another shop: a part of the size, or of the color. */
export const OPTION_MEANINGS = ["size", "color"] as const;
export type OptionMeaning = (typeof OPTION_MEANINGS)[number];

/** A picture that was sent and that no row names; the nearest name of the file, empty where none is near. */
export interface StrayPicture {
  name: string;
  nearest: string;
}

/** How many rows of each kind a file has. */
export interface Counts {
  rows: number;
  fresh: number;
  changed: number;
  same: number;
  bad: number;
  movedOn: number;
  /** New products, and how many of them go on the shop at once. */
  products: number;
  published: number;
  /** New variants that the file counts without naming their quantity. */
  untold: number;
}

export const NO_COUNTS: Counts = {
  rows: 0,
  fresh: 0,
  changed: 0,
  same: 0,
  bad: 0,
  movedOn: 0,
  products: 0,
  published: 0,
  untold: 0,
};

/** Bounds of a file. */
export const importLimits = {
  bytes: 200 * 1024 * 1024,
  rows: 50_000,
  /** Bytes of all pictures that one form sends. */
  pictureBytes: 1024 * 1024 * 1024,
  /** Characters of a picture's words. */
  pictureWords: 500,
  /** Characters of a picture's address or name. */
  pictureSource: 1_000,
  /** Characters of one cell. */
  cell: 100_000,
  columns: 300,
  /** Retention in days: unapplied files, and the rows of applied ones. */
  keptDays: 30,
} as const;
