import { redirectRecord } from "~/shop/redirects/redirect-record.server";
import { counted } from "../../count-words";
import type { LogKind } from "../../log/log-kind";

export const redirectKind: LogKind = {
  record: redirectRecord,
  title: "Old addresses",
  thing: "old address",
  nameOf: (from) => from,
  edits: {
    noun: ["old address", "old addresses"],
    named: (from) => `Old address ${from}`,
    field: (field) => (field === "to" ? "target" : "standing"),
  },
  words({ record, field, old, new: now }) {
    const isPlace = field === "to";
    return {
      what: isPlace ? `Old address ${record}: leads to` : `Old address ${record}`,
      from: isPlace ? String(old) : leadsOn(old),
      to: isPlace ? String(now) : leadsOn(now),
      way: `/words/old-addresses?q=${encodeURIComponent(record)}`,
    };
  },
  sentence({ action, changes }) {
    const [first] = changes;
    if (!first) return undefined;
    const records = new Set(changes.map(({ record }) => record)).size;
    if (action === "import") return `${counted(records, "old address", "old addresses")} lead on.`;
    if (action === "remove") return `${first.record} leads nowhere any more.`;
    const to = changes.find(({ field }) => field === "to");
    return action === "change" && to ? `${first.record} leads to ${String(to.new)}.` : undefined;
  },
};

const leadsOn = (value: unknown): string => (value === true ? "leads on" : "leads nowhere");
