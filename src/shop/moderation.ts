/** Why something that a shopper wrote may be hidden. How many stars it gives is no reason. */
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

/** Decision about a text; `hidden` without a reason is the shop's own refusal. Hidden texts are never deleted. */
export type Standing = "waiting" | "approved" | "hidden" | `hidden:${HideReason}`;

export const standings: readonly Standing[] = [
  "waiting",
  "approved",
  "hidden",
  ...reasonsToHide.map((reason) => `hidden:${reason}` as const),
];

export const isStanding = (value: unknown): value is Standing => standings.some((standing) => standing === value);

/** How a table stores it. */
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

/** Kinds in the queue, in the order in which things of the same moment stand. */
export const queueKinds = ["review", "question", "comment", "sign-up"] as const;
export type QueueKind = (typeof queueKinds)[number];

/** Where something stands in the queue. */
export interface QueuePlace {
  kind: QueueKind;
  id: string;
  /** When it came, as exactly as the database knows it. */
  moment: string;
}

/** Something that a shopper wrote and a member decides about. */
export interface QueueEntry extends QueuePlace {
  at: Date;
  standing: Standing;
  version: number;
  isSample: boolean;
  author: string;
  title: string;
  words: string;
  stars: number | null;
  /** Subject of the text, and its place on the shop. */
  about: { name: string; to: string; image: string | null } | null;
  /** The order by which a review is known to be a buyer's; null also for who may not read orders. */
  orderNumber: string | null;
  isBuyer: boolean;
  /** The shop's answer. */
  answer: string | null;
  /** The asker wants the answer by mail. */
  wantsLetter: boolean;
}

/** An entry about nothing on the shop, without title, stars, order or answer. */
export const plainEntry = {
  title: "",
  stars: null,
  about: null,
  orderNumber: null,
  isBuyer: false,
  answer: null,
  wantsLetter: false,
} as const satisfies Partial<QueueEntry>;

/** Something that one person wrote, in a few words. */
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
  /** Decided things, the newest first, instead of waiting ones, the oldest first. */
  isDecided?: boolean;
  /** Invented things that wait and are counted no more, instead of those that are. */
  isApart?: boolean;
  /** Only what stands after this, or with `isBefore` what stands before it, the nearest first. */
  from?: QueuePlace;
  isBefore?: boolean;
  /** Only this one, whatever became of it. */
  id?: string;
  /** Only what is about this product. */
  productId?: string;
  most: number;
}

/** Compares as the queue is ordered; what shares kind and moment stays as it was read. */
export const comparePlaces = (a: QueuePlace & { at: Date }, b: QueuePlace & { at: Date }): number =>
  a.at.getTime() - b.at.getTime() ||
  compareTexts(a.moment, b.moment) ||
  queueKinds.indexOf(a.kind) - queueKinds.indexOf(b.kind);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
