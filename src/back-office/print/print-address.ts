/** Kinds of papers, in printing order. */
export const PAPER_KINDS = ["pick", "slip", "label", "return"] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** Address of papers; `list` is the query of the list of orders from which they were chosen. */
export const printAddress = (kinds: readonly PaperKind[], numbers: readonly string[], list = ""): string =>
  `/orders/print?kind=${kinds.join(",")}&numbers=${numbers.join(",")}${list && `&list=${encodeURIComponent(list)}`}`;
