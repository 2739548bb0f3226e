import { withoutInvisible } from "./visible-text";

const ZIP = /^(\d{5})(?:[-‐–]?\d{4})?$/;

/**
 * Normalizes a typed ZIP to five digits: removes spaces, and four further digits with or without a hyphen before them. From any
 * other text only spaces are removed. Fields, pasted text, forms and the API all use this function.
 */
export function zipOf(typed: string): string {
  const text = withoutInvisible(typed).replaceAll(/\s/g, "");
  return ZIP.exec(text)?.[1] ?? text;
}

/** Three-digit prefixes outside the states: islands, military mail, and unassigned ones. */
const OUTSIDE =
  "000-004 006-009 090-099 213 269 340 343 345 348 353 419 428 429 517-519 529 533 536 552 568 578 579 589 621 632 642 643 659 " +
  "663 682 694-699 702 709 715 732 742 771 817-819 839 848 849 854 858 861 862 866-869 872 886-888 892 896 899 909 929 962-966 " +
  "969 987";
/** American Samoa: the only ZIP outside the states whose prefix belongs to a state. */
export const SAMOA = "96799";

const outside = new Set(
  OUTSIDE.split(" ").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  }),
);

/** Whether a ZIP belongs to one of the 50 states or Washington, D.C., by its digits; the ZIP need not exist. */
export const isDeliveredTo = (zip: string): boolean => zip !== SAMOA && !outside.has(Number(zip.slice(0, 3)));
