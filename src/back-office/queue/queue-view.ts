import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { type QueueKind, queueKinds } from "~/shop/moderation";
import { fitting, listAddress } from "../list-address";

/** Parts of the queue, by the segment of the address. */
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

/** Parses the part of the queue in an address; undefined if unknown. */
export const queuePart = (text: string | undefined): QueuePart | undefined =>
  text === undefined ? "all" : queuePartNames.find((name) => name === text);

/** Kind and id of an entry, which name it in an address. */
export interface EntryName {
  kind: QueueKind;
  id: string;
}

const NAMED = /^(review|question|comment|sign-up)-([\w-]{1,64})$/;

/** Parses the name of an entry; undefined if invalid. */
export function entryNamed(text: string | null | undefined): EntryName | undefined {
  const [, kind, id = ""] = NAMED.exec(text ?? "") ?? [];
  const known = queueKinds.find((each) => each === kind);
  if (!known || ((known === "comment" || known === "sign-up") && !/^\d{1,9}$/.test(id))) return undefined;
  return { kind: known, id };
}

export const entryName = ({ kind, id }: EntryName): string => `${kind}-${id}`;

/** Query parameters of the queue's address; its path contains the part and the entry. */
export interface QueuePlace {
  /** Name of the entry after which the next waiting entry is opened. */
  after: string | null;
  productId: string | null;
}

const place = listAddress<QueuePlace>("/queue", {
  after: fitting("after", (text) => (entryNamed(text) ? text : null)),
  productId: fitting("product", (text) => PRODUCT_ID.exec(text)?.[0] ?? null),
});

export const queuePlace = place.viewIn;

export const queueAddress = (part: QueuePart, at: Partial<QueuePlace> = {}): string =>
  place.addressOf({ after: null, productId: null, ...at }, `/queue/${part}`);

/** Address of an open entry. */
export const entryAddress = (part: QueuePart, entry: EntryName): string => `/queue/${part}/${entryName(entry)}`;

export const kindWords: Record<QueueKind, string> = {
  review: "Review",
  question: "Question",
  comment: "Comment",
  "sign-up": "Sign-up",
};
