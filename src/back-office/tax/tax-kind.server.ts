import type { Change } from "~/shop/audit/acts.server";
import { stateName } from "~/shop/us-states";
import { taxStateRecord } from "~/shop/tax/state-record.server";
import type { TaxRange } from "~/shop/tax/tax-table";
import type { ChangeWords } from "../log/log-kind";
import type { LoggedAct, LogKind } from "../log/log-kind";
import { smallFirst } from "../count-words";
import { rangeChanges } from "./range-changes";
import { stateFieldName, stateFieldWords, stateValueWords } from "./tax-words";

export const taxStateKind: LogKind = {
  record: taxStateRecord,
  title: "Sales tax",
  nameOf: stateName,
  words({ record, field, old, new: now }: Change): ChangeWords {
    const what = stateFieldWords(record, field);
    const way = field === "ranges" ? `/settings/tax/${record}/rates` : `/settings/tax/${record}`;
    if (field === "ranges") return { what, ...rangeChanges(rangesIn(old), rangesIn(now)), way };
    return { what, from: stateValueWords(field, old), to: stateValueWords(field, now), way };
  },
  sentence,
  edits: {
    noun: ["state", "states"],
    named: (state) => `Sales tax of ${stateName(state)}`,
    field: (field) => smallFirst(stateFieldName(field)),
  },
};

/** Sentence about an act on one state that starts or stops collecting there; undefined for others. */
function sentence({ action, changes }: LoggedAct): string | undefined {
  const ticked = changes.filter(({ field }) => field === "registered");
  const [own] = ticked;
  if (action === "undo" || ticked.length !== 1 || !own) return undefined;
  return own.new === true
    ? `Sales tax is collected in ${stateName(own.record)} from now on.`
    : `No sales tax is collected in ${stateName(own.record)} any more.`;
}

const rangesIn = (value: unknown): TaxRange[] => (Array.isArray(value) ? (value as TaxRange[]) : []);
