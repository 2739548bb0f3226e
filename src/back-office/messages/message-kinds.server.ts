import { byName } from "~/platform/by-name";
import { type MessageState, messageRecord } from "~/shop/contact/answer-message.server";
import { messageMailRecord } from "~/shop/contact/message-mail.server";
import { messageRecordNames } from "~/shop/contact/message-names.server";
import type { LogKind } from "../log/log-kind";
import type { RecordNames } from "../log/log-kind";
import { messageAddress } from "./inbox-view";

const states = byName<string, MessageState>({ waiting: "Waits", answered: "Answered", done: "Done" });

const readNames: LogKind["names"] = async (db, changes) => new Map(await messageRecordNames(db, changes));

/** Noun with the shopper's name if it is known, e.g. "Message from Jo Delacroix". */
function named(names: RecordNames, key: string, thing: string, link: string): string {
  const name = names.get(key)?.name;
  return name ? `${thing} ${link} ${name}` : `A ${thing.toLowerCase()}`;
}

export const messageKind: LogKind = {
  record: messageRecord,
  title: "Messages",
  words: ({ record, old, new: now }, names) => ({
    what: named(names, `message ${record}`, "Message", "from"),
    from: states[String(old)] ?? "",
    to: states[String(now)] ?? "",
    way: messageAddress(Number(record)),
  }),
  names: readNames,
  edits: { noun: ["message", "messages"], field: () => "state" },
  sentence({ action, changes: [first, ...more] }) {
    if (!first || more.length > 0) return undefined;
    if (action === "undo") return "Taken back: the message is as it was.";
    return first.new === "waiting" ? "The message is open again." : "The message is done.";
  },
};

/** Log kind of answers by mail, and of letters of members that begin a thread. */
export const messageAnswerKind: LogKind = {
  kind: "message-answer",
  title: "Answers and letters",
  words({ record, field }, names) {
    const way = messageAddress(Number(record));
    const key = `message-answer ${record}`;
    return field === "first"
      ? { what: named(names, key, "Letter", "to"), from: "Not written", to: "Sent by mail", way }
      : { what: named(names, key, "Message", "from"), from: "Not answered", to: "Answered by mail", way };
  },
  names: readNames,
  sentence({ changes: [first] }, _names, isDelivering) {
    const what = first?.field === "first" ? "letter" : "answer";
    return isDelivering ? `Your ${what} is stored and on its way.` : `Your ${what} is stored.`;
  },
  isMailed: () => true,
};

const stands = (isPutAway: unknown): string => (isPutAway ? "Not in the thread" : "In the thread");

/** Log kind of shoppers' mails that members add to a thread. */
export const messageMailKind: LogKind = {
  record: messageMailRecord,
  title: "Mails put in",
  thing: "mail",
  edits: { noun: ["mail", "mails"], field: () => "standing" },
  words({ record, old, new: now }, names) {
    const messageId = names.get(`message-mail ${record}`)?.messageId;
    return {
      what: named(names, `message-mail ${record}`, "Mail", "from"),
      from: stands(old),
      to: stands(now),
      ...(messageId !== undefined && { way: messageAddress(messageId) }),
    };
  },
  names: readNames,
  sentence: ({ action }) =>
    action === "undo" ? "Taken back: it is out of the thread again." : "What came by mail is in the thread.",
};
