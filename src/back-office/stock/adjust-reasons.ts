import type { MemberCause } from "~/shop/catalog/stock/stock";

/** Reasons for a manual stock change. */
export const REASONS: Record<MemberCause, string> = {
  delivery: "A delivery came",
  count: "Counted again",
  "write-off": "Damaged, lost or given away",
  correction: "Something else",
};
