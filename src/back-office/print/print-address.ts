/** What can be printed, in the order in which it is. */
export const PAPERS = ["pick", "slip", "label", "return"] as const;
export type Paper = (typeof PAPERS)[number];

/** The address of papers. */
export const printAddress = (papers: readonly Paper[], numbers: readonly string[]): string =>
  `/orders/print?kind=${papers.join(",")}&numbers=${numbers.join(",")}`;
