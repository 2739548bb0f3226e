import { byName } from "~/platform/by-name";
import type { Change } from "~/shop/audit/acts.server";
import { stockTakeRecord, type TakeState } from "~/shop/stock-take/take-record.server";
import { counted } from "../count-words";
import type { LoggedAct, LogKind } from "../log/log-kind";

const STATES = byName<string, TakeState>({ open: "Under way", finished: "Finished", "given-up": "Given up" });

function words({ record, old, new: now }: Change) {
  const name = (state: unknown) => STATES[String(state)] ?? "Unknown";
  return { what: "Stock-take", from: name(old), to: name(now), way: `/stock/count/${record}` };
}

function sentence({ action, changes: [first], count }: LoggedAct) {
  if (!first) return null;
  if (first.new === "open") return "Taken back: the stock-take is under way again.";
  const differed = count > 1 ? `${counted(count - 1, "variant")} differed` : "nothing differed";
  const said =
    first.new === "finished"
      ? `The stock-take is finished: ${differed}.`
      : "The stock-take was given up, and nothing changed.";
  return action === "undo" ? `Taken back: ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said;
}

export const takeKind: LogKind = {
  record: stockTakeRecord,
  title: "Stock-takes",
  words,
  sentence,
  edits: { noun: ["stock-take", "stock-takes"], field: () => "state" },
};
