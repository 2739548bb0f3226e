import type { MemberCause } from "~/shop/catalog/stock/stock";

/** Why a level is changed by hand, as the form offers it. */
export const REASONS: Record<MemberCause, string> = {
  delivery: "A delivery came",
  count: "Counted again",
  "write-off": "Damaged, lost or given away",
  correction: "Something else",
};
