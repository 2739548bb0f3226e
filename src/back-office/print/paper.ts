/** A thing on a paper, in words. */
export interface Thing {
  id: string;
  name: string;
  /** Color and size; empty where there is no choice. */
  choice: string;
  sku: string;
  pieces: number;
}

/** Head of a paper about a record. */
interface Numbered {
  id: string;
  /** The number as printed, in large type. */
  number: string;
  /** "Sample" or "Test"; empty for a real record. */
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
  /** Rows of the whole order's total; empty where it is not to be printed. */
  totals: { key: string; label: string; amount: string }[];
  /** Sentences about pieces that were sent before, and pieces that were cancelled. */
  notes: string[];
  foot: string;
}

export interface LabelPaper extends Numbered {
  kind: "label";
  from: string;
  to: string[];
  /** True for an address too long for large letters. */
  isLong: boolean;
  parcel: string;
  pieces: string;
}

export interface ReturnSlipPaper extends Numbered {
  kind: "return";
  title: string;
  from: string[];
  to: string[];
  things: (Thing & { why: string })[];
  /** Reasons to tick; empty where each line states its own. */
  reasons: string[];
  foot: string;
}

export interface PickListPaper {
  kind: "pick";
  id: string;
  title: string;
  date: string;
  /** Ordered by pickListOf (orders/papers/pick-list.ts). */
  lines: (Thing & { shelf: string; orders: string[] })[];
}

/** One record on one paper. */
export type Paper = SlipPaper | LabelPaper | ReturnSlipPaper | PickListPaper;
