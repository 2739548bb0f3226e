import type { Act, Change } from "~/shop/audit/acts.server";
import { isStanding } from "~/shop/moderation";
import { entryAddress, type EntryName } from "../queue/queue-view";
import { moderationWords } from "../queue/shown-entry";

/** Kinds of shoppers' texts in the log. */
const things: Record<string, { kind: EntryName["kind"]; name: string }> = {
  review: { kind: "review", name: "review" },
  question: { kind: "question", name: "question" },
  comment: { kind: "comment", name: "comment" },
  "community-signup": { kind: "sign-up", name: "sign-up" },
};

/** Words about a decision on a shopper's text. */
export function queueWords({ kind, record, field, old, new: now }: Change) {
  const { kind: entryKind, name } = things[kind] ?? { kind: "review", name: "text" };
  const way = entryAddress("all", { kind: entryKind, id: record });
  if (field === "answer") return { what: `Answer to a ${name}`, from: said(old), to: said(now), way };
  return { what: `A ${name}`, from: standing(old), to: standing(now), way };
}

const standing = (value: unknown): string => (isStanding(value) ? moderationWords(value) : "Unknown");

const said = (value: unknown): string => {
  const content = typeof value === "object" && value !== null && "content" in value ? value.content : value;
  return typeof content === "string" && content !== "" ? content : "None";
};

/** Sentence about an act in the queue; nothing for other acts. */
export function queueSentence({ action, changes }: Pick<Act, "action" | "changes">): string | undefined {
  const [first] = changes;
  const thing = first && things[first.kind]?.name;
  if (!thing || new Set(changes.map(({ record }) => record)).size > 1) return undefined;
  const decided = changes.find(({ field }) => field === "standing");
  const now = isStanding(decided?.new) ? decided.new : undefined;
  const isAnswered = changes.some(({ field, new: answer }) => field === "answer" && answer !== null);
  if (action === "undo")
    return `Taken back: the ${thing} ${now === "waiting" ? "waits for you again" : "is as it was"}.`;
  if (isAnswered) return `The ${thing} is on the shop, with your answer.`;
  if (now === "waiting") return `The ${thing} is back in the queue.`;
  if (now === "approved" && thing === "question") return "The question is on the shop, without an answer of yours.";
  if (now === "approved") return thing === "sign-up" ? "The sign-up is approved." : `The ${thing} is on the shop.`;
  return now && `The ${thing} is hidden${moderationWords(now).replace("Hidden", "")}.`;
}
