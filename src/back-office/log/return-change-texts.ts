import type { Change } from "~/shop/audit/acts.server";
import { counted } from "../count-texts";
import { shownReturnNumber } from "~/shop/returns/return-number";

/** Each step, with what the log says of it. */
const DONE: Record<string, (how: string) => string> = {
  started: (how) => `Started ${how}`,
  approved: (how) => `Approved ${how}`,
  refused: (how) => `Refused ${how}`,
  received: (pieces) => (/^\d+$/.test(pieces) ? `Taken in: ${counted(Number(pieces), "piece")}` : "Taken in"),
  recounted: (pieces) => `Counted again: ${counted(Number(pieces), "piece")}`,
  settled: (how) => (how ? `Settled: ${how}` : "Settled"),
};

/** Words about a change of a return. */
export const returnChangeWords = ({ record, field, new: now }: Change) => ({
  what: `Return ${shownReturnNumber(record)}`,
  from: "",
  to: (DONE[field]?.(String(now ?? "")) ?? "Taken a step on").trim(),
  way: `/returns/${record}`,
});
