import type { Change } from "~/shop/audit/acts.server";
import { shownReturnNumber } from "~/shop/returns/return-number";

const DONE: Record<string, string> = {
  started: "Started",
  approved: "Approved",
  refused: "Refused",
  received: "Taken in, pieces:",
  recounted: "Counted again, pieces:",
  settled: "Settled,",
};

/** What was done with a return. */
export const returnChangeWords = ({ record, field, new: now }: Change) => ({
  what: `Return ${shownReturnNumber(record)}`,
  from: "",
  to: `${DONE[field] ?? field} ${typeof now === "string" ? now : ""}`.trim(),
  way: `/returns/${record}`,
});
