/** A thing on a sheet, in words. */
export interface Thing {
  id: string;
  name: string;
  /** Color and size; empty where there is no choice. */
  choice: string;
  sku: string;
  pieces: number;
}

/** What a sheet of a record begins with. */
interface Numbered {
  id: string;
  /** As people read it, large. */
  number: string;
  /** "Sample" or "Test"; empty for what is real. */
  mark: string;
  /** The same to be scanned: SVG. */
  code: string;
}

export interface SlipSheet extends Numbered {
  paper: "slip";
  title: string;
  to: string[];
  from: string[];
  ordered: string;
  pieces: number;
  things: Thing[];
  /** What was sent before, and what will not come. */
  notes: string[];
  foot: string;
}

export interface LabelSheet extends Numbered {
  paper: "label";
  from: string;
  to: string[];
  /** An address that would not fit in large letters. */
  isLong: boolean;
  parcel: string;
  pieces: string;
}

export interface ReturnSheet extends Numbered {
  paper: "return";
  title: string;
  from: string[];
  to: string[];
  things: (Thing & { why: string })[];
  /** To be ticked; none where each thing says its own. */
  reasons: string[];
  foot: string;
}

export interface PickSheet {
  paper: "pick";
  id: string;
  title: string;
  date: string;
  /** Ordered by picksOf (orders/papers/papers.ts). */
  lines: (Thing & { shelf: string; orders: string[] })[];
}

/** One record on one paper. */
export type Sheet = SlipSheet | LabelSheet | ReturnSheet | PickSheet;
