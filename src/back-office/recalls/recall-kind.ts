import { counted } from "../count-words";
import type { LogKind } from "../log/log-kind";

const reached = (next: unknown): string => counted(Number(next ?? 0), "address", "addresses");

/** Log kind of recalls; the log never knows whom they reach. */
export const recallKind: LogKind = {
  kind: "recall",
  title: "Recalls",
  words: ({ record, field, new: next }) => ({
    what: field === "cameBack" ? "A letter of a recall" : field === "export" ? "A recall's list" : "A recall",
    from: "",
    to: field === "cameBack" ? "Came back" : field === "export" ? `Exported, ${reached(next)}` : `To ${reached(next)}`,
    way: `/recalls/${record}`,
  }),
  sentence({ changes: [change] }) {
    if (change?.field === "cameBack") return "It is noted that the letter came back.";
    if (change?.field === "export") return `The recall's list is exported: ${reached(change.new)}.`;
    return `The recall goes to ${reached(change?.new)}.`;
  },
};
