/** Kinds of records that "Start for real" clears, each with its nouns, in the order of the list for members. */
export const startThings = {
  goods: ["demo product", "demo products"],
  tests: ["test order", "test orders"],
  samples: ["invented order", "invented orders"],
  unpaid: ["order that nobody paid", "orders that nobody paid"],
  returns: ["return", "returns"],
  refunds: ["refund", "refunds"],
  letters: ["letter about these orders", "letters about these orders"],
  codeUses: ["use of a code", "uses of codes"],
  messages: ["invented message", "invented messages"],
  words: ["review, question, comment or sign-up", "reviews, questions, comments and sign-ups"],
  films: ["film or riders' post of the demo", "films and riders' posts of the demo"],
} as const;

export type StartThing = keyof typeof startThings;
export type StartCounts = Record<StartThing, number>;

/** Noun for this number of records: "demo products". */
const nameOf = (thing: StartThing, count: number): string => startThings[thing][count === 1 ? 0 : 1];

/** Formats a number of records: "66 demo products". */
export const startWords = (thing: StartThing, count: number): string =>
  `${count.toLocaleString("en-US")} ${nameOf(thing, count)}`;

/** Kinds with at least one record, as rows of the list. */
export const startRows = (counts: StartCounts): { count: number; name: string }[] =>
  (Object.keys(startThings) as StartThing[]).flatMap((thing) =>
    counts[thing] > 0 ? [{ count: counts[thing], name: nameOf(thing, counts[thing]) }] : [],
  );

/** Formats a number of bytes: "61.4 MB". */
export const sizeWords = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} KB`;
