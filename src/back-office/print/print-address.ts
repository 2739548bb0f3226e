/** What can be printed, in the order in which it is. */
export const PAPERS = ["pick", "slip", "label", "return"] as const;
export type Paper = (typeof PAPERS)[number];

/** The address of papers; `list` is the list of orders from which they were chosen, as the part of its address after the question mark. */
export const printAddress = (papers: readonly Paper[], numbers: readonly string[], list = ""): string =>
  `/orders/print?kind=${papers.join(",")}&numbers=${numbers.join(",")}${list && `&list=${encodeURIComponent(list)}`}`;
