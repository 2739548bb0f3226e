/** Reasons to hide a shopper's text. Its rating is none. */
export const hideReasons = {
  insult: "It insults or threatens",
  person: "It names a person or an address",
  elsewhere: "It is not about this product",
  advertising: "It sells something",
  law: "It breaks a law",
  twice: "It was sent twice",
} as const;
export type HideReason = keyof typeof hideReasons;

export const reasonsToHide = Object.keys(hideReasons) as HideReason[];

/** Decision about a text; `hidden` without a reason was refused automatically. Hidden texts are never deleted. */
export type Standing = "waiting" | "approved" | "hidden" | `hidden:${HideReason}`;

export const standings: readonly Standing[] = [
  "waiting",
  "approved",
  "hidden",
  ...reasonsToHide.map((reason) => `hidden:${reason}` as const),
];

export const isStanding = (value: unknown): value is Standing => standings.some((standing) => standing === value);

/** Columns in which a table stores a standing. */
export interface StoredStanding {
  state: "waiting" | "approved" | "refused";
  hiddenBecause: HideReason | null;
}

export const standingOf = ({ state, hiddenBecause }: StoredStanding): Standing => {
  if (state !== "refused") return state;
  return hiddenBecause ? `hidden:${hiddenBecause}` : "hidden";
};

export const storedStanding = (standing: Standing): StoredStanding => {
  if (standing === "waiting" || standing === "approved") return { state: standing, hiddenBecause: null };
  return { state: "refused", hiddenBecause: reasonsToHide.find((reason) => standing === `hidden:${reason}`) ?? null };
};

/** Kinds of the queue, in the order for equal moments. */
export const queueKinds = ["review", "question", "comment", "sign-up"] as const;
export type QueueKind = (typeof queueKinds)[number];

/** Place in the queue. */
export interface QueuePlace {
  kind: QueueKind;
  id: string;
  /** Moment in PostgreSQL's precision. */
  moment: string;
}

/** A shopper's text to decide about. */
export interface QueueEntry extends QueuePlace {
  at: Date;
  standing: Standing;
  version: number;
  isSample: boolean;
  author: string;
  title: string;
  words: string;
  stars: number | null;
  /** Subject of the text, with its page. */
  about: { name: string; to: string; image: string | null } | null;
  /** Order that proves a purchase; null for members who may not read orders. */
  orderNumber: string | null;
  isBuyer: boolean;
  /** The shop's answer. */
  answer: string | null;
  /** True: the answer is mailed to the asker. */
  wantsLetter: boolean;
}

/** Defaults of an entry without subject, title, rating, order and answer. */
export const plainEntry = {
  title: "",
  stars: null,
  about: null,
  orderNumber: null,
  isBuyer: false,
  answer: null,
  wantsLetter: false,
} as const satisfies Partial<QueueEntry>;

/** A text written by a shopper, as moderation queues list it. */
export interface WrittenThing {
  kind: QueueKind;
  id: string;
  words: string;
  standing: Standing;
  at: Date;
  isSample: boolean;
}

/** A part of the queue. */
export interface QueueWindow {
  /** True: decided texts, newest first; false: waiting ones, oldest first. */
  isDecided?: boolean;
  /** True: demo texts that are no longer counted. */
  isApart?: boolean;
  /** Only texts after this place, or before it with `isBefore`, nearest first. */
  from?: QueuePlace;
  isBefore?: boolean;
  /** Only this text, in any state. */
  id?: string;
  /** Only texts about this product. */
  productId?: string;
  most: number;
}

/** Compares places in the queue's order; equal kinds and moments keep their order. */
export const comparePlaces = (a: QueuePlace & { at: Date }, b: QueuePlace & { at: Date }): number =>
  a.at.getTime() - b.at.getTime() ||
  compareTexts(a.moment, b.moment) ||
  queueKinds.indexOf(a.kind) - queueKinds.indexOf(b.kind);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
