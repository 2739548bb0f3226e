import { messageRecord } from "~/shop/contact/answer-message.server";
import type { LogKind } from "../log/log-kind";
import { messageAddress } from "./inbox-view";

const states: Record<string, string> = { waiting: "Waits", answered: "Answered", done: "Done" };

export const messageKind: LogKind = {
  record: messageRecord,
  title: "Messages",
  words: ({ record, old, new: now }) => ({
    what: "A message",
    from: states[String(old)] ?? "",
    to: states[String(now)] ?? "",
    way: messageAddress(Number(record)),
  }),
  sentence({ action, changes: [first, ...more] }) {
    if (!first || more.length > 0) return undefined;
    if (action === "undo") return "Taken back: the message is as it was.";
    return first.new === "waiting" ? "The message is open again." : "The message is done.";
  },
};

/** Answers by mail. */
export const messageAnswerKind: LogKind = {
  kind: "message-answer",
  title: "Answers",
  words: ({ record }) => ({
    what: "A message",
    from: "Not answered",
    to: "Answered by mail",
    way: messageAddress(Number(record)),
  }),
  sentence: (_act, _names, isDelivering) =>
    isDelivering ? "Your answer is stored and on its way." : "Your answer is stored.",
  isMailed: () => true,
};
