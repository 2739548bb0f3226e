import type { Change } from "~/shop/audit/acts.server";
import { isStanding, type QueueKind, type Standing } from "~/shop/moderation";
import { counted } from "../count-words";
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

/** Sentence about the decision on one text, or about each kind of decision on several, with the number of texts. */
function sentence({ action, changes, count }: LoggedAct, thing: string): string | undefined {
  const decisions = [...Map.groupBy(changes, ({ record }) => record).values()].map(decisionOf);
  const isUndone = action === "undo";
  const [first] = decisions;
  if (decisions.length === 1 && first) return isUndone ? undoneSentence(first, thing) : oneSentence(first, thing);
  // Records behind the changes that were read are not known.
  if (changes.length < count || !first) return undefined;
  const groups = [...Map.groupBy(decisions, ({ now, isAnswered }) => `${now} ${isAnswered}`).values()];
  const said = groups.flatMap((group, place) => {
    const [one] = group;
    if (!one) return [];
    const subject = place === 0 ? counted(group.length, thing) : String(group.length);
    return `${subject} ${isUndone ? undoneState(one, group.length) : stateOf(one, thing, group.length)}`;
  });
  return `${isUndone ? "Taken back: " : ""}${said.join("; ")}.`;
}

/** Decision of an act about one text. */
interface Decision {
  now: Standing | undefined;
  isAnswered: boolean;
}

function decisionOf(changes: readonly Change[]): Decision {
  const now = changes.find(({ field }) => field === "standing")?.new;
  return {
    now: isStanding(now) ? now : undefined,
    isAnswered: changes.some(({ field, new: answer }) => field === "answer" && answer !== null),
  };
}

const oneSentence = (decision: Decision, thing: string): string | undefined =>
  decision.now || decision.isAnswered ? `The ${thing} ${stateOf(decision, thing, 1)}.` : undefined;

/** Words for the place of decided texts: "is on the shop", or "are on the shop" for several. */
function stateOf({ now, isAnswered }: Decision, thing: string, count: number): string {
  const [be, your] = [count === 1 ? "is" : "are", count === 1 ? "your answer" : "your answers"];
  if (isAnswered) return `${be} on the shop, with ${your}`;
  if (now === undefined) return `${be} without ${your}`;
  if (now === "waiting") return `${be} back in the queue`;
  if (now !== "approved") return `${be} hidden${moderationWords(now).replace("Hidden", "")}`;
  if (thing === "question") return `${be} on the shop, without an answer of yours`;
  return thing === "sign-up" ? `${be} approved` : `${be} on the shop`;
}

const undoneSentence = (decision: Decision, thing: string): string =>
  `Taken back: the ${thing} ${undoneState(decision, 1)}.`;

/** Words for the place of texts after an act on them was taken back. */
function undoneState({ now }: Decision, count: number): string {
  const isOne = count === 1;
  if (now === "waiting") return isOne ? "waits for you again" : "wait for you again";
  return isOne ? "is as it was" : "are as they were";
}

export const reviewKind = ofQueue("review", { title: "Reviews", name: "review", link: "of" });
export const questionKind = ofQueue("question", { title: "Questions", name: "question", link: "about" });
export const commentKind = ofQueue("comment", { title: "Comments", name: "comment", link: "on" });
export const signupKind = ofQueue("sign-up", { title: "Sign-ups", name: "sign-up", link: "of" });
