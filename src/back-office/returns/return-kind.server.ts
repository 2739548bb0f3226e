import { byName } from "~/platform/by-name";
import { RETURN_ACT } from "~/shop/returns/return-acts.server";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { STARTED_INSTRUCTED } from "~/shop/returns/start-as-member.server";
import { counted } from "../count-texts";
import type { LogKind } from "../log/log-kind";
import { refundHereSentence } from "../orders/order-kinds.server";

/** Texts of the log about each step of a return. */
const DONE = byName<(how: string) => string>({
  started: (how) => `Started ${how}`,
  approved: (how) => `Approved ${how}`,
  refused: (how) => `Refused ${how}`,
  received: (pieces) => (/^\d+$/.test(pieces) ? `Taken in: ${counted(Number(pieces), "piece")}` : "Taken in"),
  recounted: (pieces) => `Counted again: ${counted(Number(pieces), "piece")}`,
  settled: (how) => (how ? `Settled: ${how}` : "Settled"),
});

export const returnKind: LogKind = {
  kind: RETURN_ACT,
  title: "Returns",
  words: ({ record, field, new: now }) => ({
    what: `Return ${shownReturnNumber(record)}`,
    from: "",
    to: (DONE[field]?.(String(now ?? "")) ?? "Taken a step on").trim(),
    way: `/returns/${record}`,
  }),
  sentence: refundHereSentence,
  isMailed: ({ field, new: now }) => field !== "started" || now === STARTED_INSTRUCTED,
};
