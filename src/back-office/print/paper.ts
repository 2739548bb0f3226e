/** Goods on a printed paper, as texts. */
export interface Thing {
  id: string;
  name: string;
  /** Color and size; empty for products without colors and sizes. */
  choice: string;
  sku: string;
  pieces: number;
}

/** Head of a paper about an order or a return. */
interface Numbered {
  id: string;
  /** The number as printed, in large type. */
  number: string;
  /** Mark beside the number: "Sample" or "Test"; empty for a real record. */
  mark: string;
  /** SVG of the number's bar code. */
  code: string;
}

export interface SlipPaper extends Numbered {
  kind: "slip";
  title: string;
  to: string[];
  from: string[];
  ordered: string;
  pieces: number;
  things: Thing[];
  /** Words across a paper that must not leave as it is; empty for others. */
  hold: string;
  /** Rows with the sums of the whole order; empty if sums are not printed. */
  totals: { key: string; label: string; amount: string }[];
  /** Sentences about pieces that were sent before, and pieces that were cancelled. */
  notes: string[];
  foot: string;
}

export interface LabelPaper extends Numbered {
  kind: "label";
  from: string;
  to: string[];
  /** Whether the address is too long for large type. */
  isLong: boolean;
  /** As on a slip. */
  hold: string;
  parcel: string;
  pieces: string;
}

export interface ReturnSlipPaper extends Numbered {
  kind: "return";
  title: string;
  from: string[];
  to: string[];
  things: (Thing & { why: string })[];
  /** Reasons to tick by hand; empty if each line states its reason. */
  reasons: string[];
  foot: string;
}

export interface PickListPaper {
  kind: "pick";
  id: string;
  title: string;
  date: string;
  /** Sentence about orders that it leaves out; empty if it has all. */
  ends: string;
  /** Lines in the order of `pickListOf` (orders/papers/pick-list.ts). */
  lines: (Thing & { shelf: string; orders: string[] })[];
}

/** A printed paper: about one record, or the pick list of several orders. */
export type Paper = SlipPaper | LabelPaper | ReturnSlipPaper | PickListPaper;
