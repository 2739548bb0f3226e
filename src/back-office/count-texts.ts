/** 1 → "1 order", 9 → "9 orders". */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

/** 1000 → "1,000", 1001 → "1,000+": counts beside lists are read no further. */
export const countUpTo1000 = (count: number): string => (count > 1_000 ? "1,000+" : count.toLocaleString("en-US"));

/** "5 reviews, 3 questions"; counts of zero are left out. */
export const listedCounts = (parts: [count: number, one: string, several?: string][]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => counted(count, one, several))
    .join(", ");

/** "a", "a and b", "a, b and c". */
export const listed = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** End of a sentence about one letter that waits because no mail server is set up. */
export const WAITS_FOR_MAIL = "waits in the outbox: no mail server is set up";

/** The plural of WAITS_FOR_MAIL. */
export const WAIT_FOR_MAIL = WAITS_FOR_MAIL.replace("waits", "wait");

/** A text with a full stop at its end, unless it ends with punctuation already. */
export const sentence = (text: string): string => (/[.!?…]["”)]?$/.test(text) ? text : `${text}.`);
