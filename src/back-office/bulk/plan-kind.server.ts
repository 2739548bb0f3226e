import type { Change } from "~/shop/audit/acts.server";
import { goodsRecordNames } from "~/shop/catalog/editing/goods-labels.server";
import { pricePlanRecord } from "~/shop/catalog/price-plans/plan-record.server";
import { counted } from "../count-words";
import { momentWords } from "../format-moment";
import type { ChangeWords, RecordNames } from "../log/log-kind";
import type { LoggedAct, LogKind } from "../log/log-kind";
import { loggedState } from "./plan-words";

/** Texts of a changed field of a planned sale or price in the log. */
function words({ record, field, old, new: now }: Change, names: RecordNames, zone: string): ChangeWords {
  const name = nameOf(record, names);
  const way = `/goods/bulk/plans/${record}`;
  if (field === "state") return { what: name, from: loggedState(old, now), to: loggedState(now, old), way };
  const moment = (value: unknown) => (typeof value === "string" ? momentWords(new Date(value), zone) : "not by itself");
  return { what: `${name}, ${field === "startsAt" ? "begins" : "ends"}`, from: moment(old), to: moment(now), way };
}

const nameOf = (record: string, names: RecordNames): string =>
  names.get(`price-plan ${record}`)?.name ?? "Planned prices";

/** Describes an act on a planned sale or price in the log, with the number of changed prices; null for a change of times. */
function sentence({ action, changes: [first], count }: LoggedAct, names: RecordNames): string | null {
  if (first?.field !== "state") return null;
  const name = nameOf(first.record, names);
  const said = {
    planned: `${name}. It waits for its time.`,
    running: `${name}. ${pricesWords(count - 1, "new")}`,
    over: `${name}. ${pricesWords(count - 1, first.old === "running" ? "old" : "new")}`,
    "called-off": `${name}. ${count === 1 ? "It was taken back before it began." : pricesWords(count - 1, "old")}`,
  }[String(first.new)];
  if (said === undefined) return null;
  const isMissed = first.new === "over" && first.old === "planned";
  if (isMissed) return `${name}. It never began: its time passed while the shop was down.`;
  return action === "undo" ? `Taken back: ${said}` : said;
}

function pricesWords(count: number, which: "new" | "old"): string {
  if (count === 0) return "No price changed.";
  const words = `${counted(count, "variant")} ${count === 1 ? "has its" : "have their"} ${which} ${count === 1 ? "price" : "prices"}`;
  return which === "old" ? `${words} again.` : `${words}.`;
}

export const planKind: LogKind = {
  record: pricePlanRecord,
  title: "Planned prices",
  words,
  names: goodsRecordNames,
  sentence,
  edits: {
    noun: ["plan of prices", "plans of prices"],
    named: nameOf,
    field: (field) => ({ startsAt: "begin", endsAt: "end" })[field] ?? "state",
  },
};
