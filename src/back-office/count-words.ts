/** Formats a count with its noun: "1 order", "9 orders". */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

/** Formats a count beside a list: 1000 as "1,000", 1001 as "1,000+", because queries count at most 1,001 rows. */
export const countUpTo1000 = (count: number): string => (count > 1_000 ? "1,000+" : count.toLocaleString("en-US"));

/** Lists counts with their nouns, e.g. "5 reviews, 3 questions"; omits counts of zero. */
export const listedCounts = (parts: [count: number, one: string, several?: string][]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => counted(count, one, several))
    .join(", ");

/** Joins names to a list: "a", "a and b", "a, b and c". */
export const listed = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** End of a sentence about one letter that cannot be sent because no mail server is set up. */
export const WAITS_FOR_MAIL = "waits in the outbox: no mail server is set up";

/** The plural of WAITS_FOR_MAIL. */
export const WAIT_FOR_MAIL = WAITS_FOR_MAIL.replace("waits", "wait");

/** A label as a part of a sentence: its first letter small, unless it is a name such as "SKU". */
export const smallFirst = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** Adds a full stop to a text that does not end with punctuation. */
export const sentence = (text: string): string => (/[.!?…]["”)]?$/.test(text) ? text : `${text}.`);
