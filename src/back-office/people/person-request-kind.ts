import { byName } from "~/platform/by-name";
import type { LogKind } from "../log/log-kind";
import { requestWishes } from "./request-words";

const wishes = byName(requestWishes);
const answers = byName({ copy: "A copy", refused: "Refused, with a letter" });
const steps = byName({ noted: "A request was noted", proved: "A request was proved" });

/** Log kind of requests of people about their data; the log never knows whose. */
export const personRequestKind: LogKind = {
  kind: "person-request",
  title: "Requests about personal data",
  words: ({ record, field, new: next }) => ({
    what: steps[field] ?? "A request was answered",
    from: "",
    to: (field === "answer" ? answers : wishes)[String(next)] ?? "",
    way: `/people/requests/${record}`,
  }),
  sentence({ changes: [change] }) {
    if (change?.field === "noted") return "The request is noted, and its code is on its way to the person.";
    if (change?.field === "proved") return "The code is right: the mailbox is the person's.";
    return change?.new === "copy"
      ? "The copy is being made. A letter with its link goes to the person."
      : "The request is refused. A letter with your words goes to the person.";
  },
};
