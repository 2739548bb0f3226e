import { counted } from "../count-words";
import type { LogKind } from "../log/log-kind";

/** Log kind of recalls; the log never knows whom they reach. */
export const recallKind: LogKind = {
  kind: "recall",
  title: "Recalls",
  words: ({ record, field, new: next }) => ({
    what: field === "cameBack" ? "A letter of a recall" : "A recall",
    from: "",
    to: field === "cameBack" ? "Came back" : `To ${counted(Number(next), "address", "addresses")}`,
    way: `/recalls/${record}`,
  }),
  sentence({ changes: [change] }) {
    if (change?.field === "cameBack") return "It is noted that the letter came back.";
    return `The recall goes to ${counted(Number(change?.new ?? 0), "address", "addresses")}.`;
  },
};
