import type { Act, Change } from "~/shop/audit/acts.server";
import { messageAddress } from "../messages/inbox-view";

const states: Record<string, string> = { waiting: "Waits", answered: "Answered", done: "Done" };

/** Words about a change of a message. */
export function messageWords({ kind, record, old, new: now }: Change) {
  const way = messageAddress(Number(record));
  if (kind === "message-answer") return { what: "A message", from: "Not answered", to: "Answered by mail", way };
  return { what: "A message", from: states[String(old)] ?? "", to: states[String(now)] ?? "", way };
}

/** Sentence about an act with a message; nothing for other acts. */
export function messageSentence(
  { action, changes }: Pick<Act, "action" | "changes">,
  isDelivering = true,
): string | undefined {
  const [first] = changes;
  if (first?.kind === "message-answer")
    return isDelivering ? "Your answer is stored and on its way." : "Your answer is stored.";
  if (first?.kind !== "message" || changes.length > 1) return undefined;
  if (action === "undo") return "Taken back: the message is as it was.";
  return first.new === "waiting" ? "The message is open again." : "The message is done.";
}
