/** Kinds of papers, in the order in which they are printed. */
export const PAPER_KINDS = ["pick", "slip", "label", "return"] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** The address of papers; `list` is the list of orders from which they were chosen, as the part of its address after the question mark. */
export const printAddress = (kinds: readonly PaperKind[], numbers: readonly string[], list = ""): string =>
  `/orders/print?kind=${kinds.join(",")}&numbers=${numbers.join(",")}${list && `&list=${encodeURIComponent(list)}`}`;
