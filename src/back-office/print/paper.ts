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
  /** As people read it, large. */
  number: string;
  /** "Sample" or "Test"; empty for what is real. */
  mark: string;
  /** The number as a bar code: SVG. */
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
  /** Sentences about pieces sent before, and pieces that will not come. */
  notes: string[];
  foot: string;
}

export interface LabelPaper extends Numbered {
  kind: "label";
  from: string;
  to: string[];
  /** An address that would not fit in large letters. */
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
  /** To be ticked; none where each thing says its own. */
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
