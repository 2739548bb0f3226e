import { type QueueKind, queueKinds } from "~/shop/moderation";

/** The parts of the queue, by their name in the address. */
export const queueParts = {
  all: { name: "All", kinds: queueKinds },
  reviews: { name: "Reviews", kinds: ["review"] },
  questions: { name: "Questions", kinds: ["question"] },
  comments: { name: "Comments", kinds: ["comment"] },
  "sign-ups": { name: "Sign-ups", kinds: ["sign-up"] },
  decided: { name: "Decided", kinds: queueKinds },
  samples: { name: "Samples", kinds: queueKinds },
} as const satisfies Record<string, { name: string; kinds: readonly QueueKind[] }>;
export type QueuePart = keyof typeof queueParts;

export const queuePartNames = Object.keys(queueParts) as QueuePart[];

/** The part that an address names; nothing for what is none. */
export const queuePart = (text: string | undefined): QueuePart | undefined =>
  text === undefined ? "all" : queuePartNames.find((name) => name === text);

/** Name of one entry in an address. */
export interface EntryName {
  kind: QueueKind;
  id: string;
}

const NAMED = /^(review|question|comment|sign-up)-([\w-]{1,64})$/;

/** The entry that a text names; nothing for what can be none. */
export function entryNamed(text: string | null | undefined): EntryName | undefined {
  const [, kind, id = ""] = NAMED.exec(text ?? "") ?? [];
  const known = queueKinds.find((each) => each === kind);
  if (!known || ((known === "comment" || known === "sign-up") && !/^\d{1,9}$/.test(id))) return undefined;
  return { kind: known, id };
}

export const entryName = ({ kind, id }: EntryName): string => `${kind}-${id}`;

/** Where an entry stands open. */
export const entryAddress = (part: QueuePart, entry: EntryName): string => `/queue/${part}/${entryName(entry)}`;

export const kindWords: Record<QueueKind, string> = {
  review: "Review",
  question: "Question",
  comment: "Comment",
  "sign-up": "Sign-up",
};
