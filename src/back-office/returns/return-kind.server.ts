import { cents, formatCents } from "~/shop/money";
import { RETURN_ACT, type ReturnActName } from "~/shop/returns/return-acts.server";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { STARTED_INSTRUCTED } from "~/shop/returns/start-as-member.server";
import { counted } from "../count-words";
import type { LoggedAct, LogKind } from "../log/log-kind";
import { orderSentence } from "../orders/order-act-sentences";

/** Texts of the log about each step of a return. */
const DONE: Record<ReturnActName, (how: string) => string> = {
  started: (how) => `Started ${how}`,
  approved: (how) => `Approved ${how}`,
  refused: (how) => `Refused ${how}`,
  received: (pieces) => (/^\d+$/.test(pieces) ? `Taken in: ${counted(Number(pieces), "piece")}` : "Taken in"),
  recounted: (pieces) => `Counted again: ${counted(Number(pieces), "piece")}`,
  exchange: (due) => (dueIn(due) > 0 ? `Exchanged, ${dollars(due)} to be paid by its link` : "Exchanged"),
  settled: (how) => `Settled${how && `: ${settledWords(how)}`}`,
};

/** Result of a settlement, without its empty parts: "1 refunded", "2 exchanged". */
function settledWords(stored: string): string {
  const parts = stored.split(", ").filter((part) => !part.startsWith("0 "));
  return parts.length > 0 ? parts.join(", ") : "nothing refunded, nothing exchanged";
}

/** Sentences about finished steps of a return: each names the deed by the result that the step stored. */
const sentences: Record<ReturnActName, (number: string, how: string) => string> = {
  started: (number, how) => `Return ${number} is started${how && ` ${how}`}.`,
  approved: (number, how) => `Return ${number} is approved${how && ` ${how}`}.`,
  refused: (number) => `Return ${number} is refused. What was announced stays with the shopper.`,
  received: (number, pieces) => `Return ${number} is here: ${piecesWords(pieces)} taken in.`,
  recounted: (number, pieces) => `Return ${number} is counted again: ${piecesWords(pieces)}.`,
  exchange: (number, due) =>
    dueIn(due) > 0
      ? `What is sent instead of return ${number} is kept. It waits for ${dollars(due)}: the shopper has a link to pay.`
      : `What is sent instead of return ${number} is kept. Settle it now: nothing is to pay.`,
  settled: (number, how) => `Return ${number} is settled${how && `: ${settledWords(how)}`}.`,
};

const piecesWords = (pieces: string): string => (/^\d+$/.test(pieces) ? counted(Number(pieces), "piece") : "pieces");

/** Difference in cents that an exchange asked for. */
const dueIn = (stored: string): number => (/^\d+$/.test(stored) ? Number(stored) : 0);
const dollars = (stored: string): string => formatCents(cents(dueIn(stored)));

const isKnown = (field: string): field is ReturnActName => Object.hasOwn(sentences, field);

/** Sentence about a step of a return; undefined for steps that this release does not know. */
function sentence(act: LoggedAct): string | undefined {
  const refunded = orderSentence(act);
  if (refunded) return refunded;
  const [step, ...more] = act.changes.filter(({ kind }) => kind === RETURN_ACT);
  if (!step || more.length > 0 || !isKnown(step.field)) return undefined;
  return sentences[step.field](shownReturnNumber(step.record), String(step.new ?? "").trim());
}

/** Sentence about several steps of one act, and about steps that this release does not know. */
function stepsTold({ changes }: LoggedAct): string {
  const steps = changes.filter(({ kind }) => kind === RETURN_ACT);
  const [last] = steps.slice(-1);
  const number = shownReturnNumber(last?.record ?? "");
  if (!last || !isKnown(last.field)) return `Return ${number} is taken a step on.`;
  return sentences[last.field](number, String(last.new ?? "").trim());
}

export const returnKind: LogKind = {
  kind: RETURN_ACT,
  title: "Returns",
  words: ({ record, field, new: now }) => ({
    what: `Return ${shownReturnNumber(record)}`,
    from: "",
    to: (isKnown(field) ? DONE[field](String(now ?? "")) : "Taken a step on").trim(),
    way: `/returns/${record}`,
  }),
  sentence: (act) => sentence(act) ?? stepsTold(act),
  isMailed: ({ field, new: now }) =>
    field === "exchange" ? dueIn(String(now)) > 0 : field !== "started" || now === STARTED_INSTRUCTED,
};
