/** Reasons for hiding a shopper's text; a low rating is no such reason. */
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

/** Moderation state of a text. `hidden` without a reason was refused automatically. Hiding a text does not delete it. */
export type Standing = "waiting" | "approved" | "hidden" | `hidden:${HideReason}`;

export const standings: readonly Standing[] = [
  "waiting",
  "approved",
  "hidden",
  ...reasonsToHide.map((reason) => `hidden:${reason}` as const),
];

export const isStanding = (value: unknown): value is Standing => standings.some((standing) => standing === value);

/** Columns in which a table stores a moderation state. */
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

/** Kinds of texts in the queue; texts of the same time are in this order. */
export const queueKinds = ["review", "question", "comment", "sign-up"] as const;
export type QueueKind = (typeof queueKinds)[number];

/** Place of a text in the queue. */
export interface QueuePlace {
  kind: QueueKind;
  id: string;
  /** Time in PostgreSQL's microseconds, as text. */
  moment: string;
}

/** Text of a shopper that a member approves or hides. */
export interface QueueEntry extends QueuePlace {
  at: Date;
  standing: Standing;
  version: number;
  isSample: boolean;
  author: string;
  title: string;
  words: string;
  stars: number | null;
  /** Record that the text is about, with its page. */
  about: { name: string; to: string; image: string | null } | null;
  /** Order that proves the purchase; null for members who may not read orders. */
  orderNumber: string | null;
  isBuyer: boolean;
  /** Fit in words, as its buyer says; empty if nobody asked. */
  fit: string;
  /** The shop's answer to the text. */
  answer: string | null;
  /** True if the answer is mailed to the shopper who asked. */
  wantsLetter: boolean;
}

/** Values of an entry without subject, title, rating, order or answer. */
export const plainEntry = {
  title: "",
  stars: null,
  about: null,
  orderNumber: null,
  isBuyer: false,
  fit: "",
  answer: null,
  wantsLetter: false,
} as const satisfies Partial<QueueEntry>;

/** Text of a shopper, as lists of moderated texts show it. */
export interface WrittenThing {
  kind: QueueKind;
  id: string;
  words: string;
  standing: Standing;
  at: Date;
  isSample: boolean;
}

/** Selection of texts in the queue. */
export interface QueueWindow {
  /** True selects decided texts, newest first; false selects waiting texts, oldest first. */
  isDecided?: boolean;
  /** True selects demo texts that are no longer counted. */
  isApart?: boolean;
  /** Selects texts after this place or, with `isBefore`, before it, nearest first. */
  from?: QueuePlace;
  isBefore?: boolean;
  /** Selects this text only, in any state. */
  id?: string;
  /** Selects texts about this product only. */
  productId?: string;
  most: number;
}

/** Compares two places in the order of the queue, for sorting; returns 0 for equal kinds and times. */
export const comparePlaces = (a: QueuePlace & { at: Date }, b: QueuePlace & { at: Date }): number =>
  a.at.getTime() - b.at.getTime() ||
  compareTexts(a.moment, b.moment) ||
  queueKinds.indexOf(a.kind) - queueKinds.indexOf(b.kind);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
