import type { Act, Change } from "~/shop/audit/acts.server";
import { messageAddress } from "../messages/inbox-view";
import type { RecordNames } from "./change-text";

const states: Record<string, string> = { waiting: "Waits", answered: "Answered", done: "Done" };

/** Changes of messages, answers and mails in words, by the name of the shopper. */
export function messageWords({ kind, record, field, old, new: now }: Change, names: RecordNames = new Map()) {
  const known = names.get(`${kind} ${record}`);
  const of = (thing: string, link: string) => (known ? `${thing} ${link} ${known.name}` : `A ${thing.toLowerCase()}`);
  if (kind === "message-mail") {
    const stands = (isPutAway: unknown) => (isPutAway ? "Not in the thread" : "In the thread");
    const way = known?.messageId === undefined ? {} : { way: messageAddress(known.messageId) };
    return { what: of("Mail", "from"), from: stands(old), to: stands(now), ...way };
  }
  const way = messageAddress(Number(record));
  if (field === "first") return { what: of("Letter", "to"), from: "Not written", to: "Sent by mail", way };
  const what = of("Message", "from");
  if (kind === "message-answer") return { what, from: "Not answered", to: "Answered by mail", way };
  return { what, from: states[String(old)] ?? "", to: states[String(now)] ?? "", way };
}

/** Sentence about an act with a message; nothing for other acts. */
export function messageSentence(
  { action, changes }: Pick<Act, "action" | "changes">,
  isDelivering = true,
): string | undefined {
  const [first] = changes;
  if (first?.kind === "message-answer") {
    const what = first.field === "first" ? "letter" : "answer";
    return isDelivering ? `Your ${what} is stored and on its way.` : `Your ${what} is stored.`;
  }
  if (changes.some(({ kind }) => kind === "message-mail"))
    return action === "undo" ? "Taken back: it is out of the thread again." : "What came by mail is in the thread.";
  if (first?.kind !== "message" || changes.length > 1) return undefined;
  if (action === "undo") return "Taken back: the message is as it was.";
  return first.new === "waiting" ? "The message is open again." : "The message is done.";
}
