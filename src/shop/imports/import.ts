import type { FieldKey } from "./columns";

/** `checked` until applied; then `in`, or `back` after undo. */
export type ImportState = "checked" | "in" | "back" | "dropped";

/** `moved-on`: the shop has changed since the preview. */
export type RowState = "new" | "changed" | "same" | "bad" | "moved-on";

/** A cell that is refused, and how to correct it. */
export interface Problem {
  field: FieldKey;
  words: string;
  /** The row is imported anyway. */
  isNote?: true;
  /** Number of another row whose problem blocks this row too; `words` is then a full sentence. */
  ofRow?: number;
}

/** A changed field in words, with old and new value. */
export interface ShownChange {
  what: string;
  from: string;
  to: string;
}

/** A new product in the preview. */
export interface ShownProduct {
  name: string;
  /** Empty without a price; a range where variants differ. */
  price: string;
  salePrice: string;
  sizes: number;
  colors: number;
  /** Sellable pieces afterwards; null means unlimited. */
  pieces: number | null;
  /** Path of the product's category; empty without a category. */
  category: string;
  /** Unset if unknown, and in rows stored by an earlier release. */
  kindForTax?: "clothing" | "footwear" | "protective" | "accessory" | undefined;
  /** The file has no kind: it is the category's. */
  isKindOfCategory?: boolean | undefined;
  status: "published" | "draft" | "archived";
  /** Number of its pictures that are stored, and of missing ones. */
  pictures: number;
  missingPictures: number;
  /** True for a product archived by an earlier undo of an import. */
  isBack: boolean;
}

/** Stock of new variants that a file counts without a number: 0 pieces, or unlimited. */
export const UNTOLD_STOCKS = ["zero", "uncounted"] as const;
export type UntoldStock = (typeof UNTOLD_STOCKS)[number];

/** Meanings of another shop's further option: part of the size, or of the color. */
export const OPTION_MEANINGS = ["size", "color"] as const;
export type OptionMeaning = (typeof OPTION_MEANINGS)[number];

/** An uploaded picture that no row names, with the most similar name in the file; empty without one. */
export interface StrayPicture {
  name: string;
  nearest: string;
}

/** Number of a file's rows by kind. */
export interface Counts {
  rows: number;
  fresh: number;
  changed: number;
  same: number;
  bad: number;
  movedOn: number;
  /** New products, and how many of them are published at once. */
  products: number;
  published: number;
  /** New variants counted without a number. */
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

/** Limits of a file. */
export const importLimits = {
  bytes: 200 * 1024 * 1024,
  rows: 50_000,
  /** Bytes of all pictures that one form sends. */
  pictureBytes: 1024 * 1024 * 1024,
  /** Characters of a picture's words. */
  pictureWords: 500,
  /** Characters of a picture's address or name. */
  pictureSource: 1_000,
  /** Maximum length of one cell, in characters. */
  cell: 100_000,
  columns: 300,
  /** Retention in days: unapplied files, and the rows of applied ones. */
  keptDays: 30,
} as const;
