import { isStanding, type QueueKind } from "~/shop/moderation";
import type { LoggedAct, LogKind } from "../log/log-kind";
import { entryAddress } from "./queue-view";
import { queues } from "./queues.server";
import { moderationWords } from "./shown-entry";

interface QueueWords {
  title: string;
  /** Noun for one text in a sentence, e.g. "review". */
  name: string;
  /** Preposition between the noun and its subject, e.g. "of" or "on". */
  link: string;
}

/** Log kind of one kind of shoppers' texts in the queue. */
const ofQueue = (kind: QueueKind, { title, name, link }: QueueWords): LogKind => ({
  record: queues[kind].record,
  title,
  names: queues[kind].names,
  words({ kind: own, record: id, field, old, new: now }, known) {
    const way = entryAddress("all", { kind, id });
    const about = known.get(`${own} ${id}`)?.name;
    const thing = about ? `${name} ${link} ${about}` : "";
    if (field === "answer")
      return { what: `Answer to ${thing ? `the ${thing}` : `a ${name}`}`, from: said(old), to: said(now), way };
    return { what: thing ? firstLarge(thing) : `A ${name}`, from: standing(old), to: standing(now), way };
  },
  sentence: (act) => sentence(act, name),
  edits: { noun: [name, `${name}s`], field: (field) => (field === "answer" ? "answer" : "standing") },
});

const firstLarge = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const standing = (value: unknown): string => (isStanding(value) ? moderationWords(value) : "Unknown");

const said = (value: unknown): string => {
  const content = typeof value === "object" && value !== null && "content" in value ? value.content : value;
  return typeof content === "string" && content !== "" ? content : "None";
};

/** Sentence about the decision on one text; undefined for an act on several texts. */
function sentence({ action, changes }: LoggedAct, thing: string): string | undefined {
  if (new Set(changes.map(({ record }) => record)).size > 1) return undefined;
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

export const reviewKind = ofQueue("review", { title: "Reviews", name: "review", link: "of" });
export const questionKind = ofQueue("question", { title: "Questions", name: "question", link: "about" });
export const commentKind = ofQueue("comment", { title: "Comments", name: "comment", link: "on" });
export const signupKind = ofQueue("sign-up", { title: "Sign-ups", name: "sign-up", link: "of" });
