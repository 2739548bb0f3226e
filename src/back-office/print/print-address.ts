/** Kinds of papers, in printing order. */
export const PAPER_KINDS = ["pick", "slip", "label", "return"] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** Address of papers to print; `list` is the query of the list in which the orders were chosen. */
export const printAddress = (kinds: readonly PaperKind[], numbers: readonly string[], list = ""): string =>
  `/orders/print?kind=${kinds.join(",")}&numbers=${numbers.join(",")}${list && `&list=${encodeURIComponent(list)}`}`;
