import type { WalkedShop } from "./walked-shop.server";

/** Fields of a form by name; a list for a field that is sent more than once. */
export type Typed = Record<string, string | string[]>;

/** A form that cannot be walked like the others, with the reason. */
export interface Apart {
  apart: string;
}

/** One form of the workshop, and two acts in a row that a member does with it. */
export interface Walk {
  /** Opens another shop for this form, whose act changes the whole shop. */
  in?(): Promise<Pick<WalkedShop, "office" | "db">>;
  /** Makes the records of the page, and returns the page's address. */
  at(): Promise<string> | string;
  /** Part of the form's name after the colon, where a page has several forms of the name; by default the first one is taken. */
  of?: string | (() => string);
  /** Fields typed for the first and for the second act, for a function once the page is known; unset for a form that is only a button. */
  types?: readonly [Typed, Typed] | (() => readonly [Typed, Typed]);
  /** Fields typed for an act of another field or button of the same form. */
  other?: Typed;
  /** Changes the shop between two acts, such as a refund that the gateway confirms. */
  between?(): Promise<void>;
  /** Whether the page offers the act no more when it is done, so that there is no second one. */
  ends?: boolean;
  /** Whether the act is no change of the shop's records, so that the log has none. */
  isUnlogged?: boolean;
  /** Whether the next page does not announce the act, which is in the log. */
  isSilent?: boolean;
}

/** Forms of one page by name; the only form of a page has the name "form". */
export type PageWalks = Record<string, Walk | Apart>;
