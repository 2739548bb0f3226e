/** 1 → "1 order", 9 → "9 orders". */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

/** 1000 → "1,000", 1001 → "1,000+": counts beside lists are read no further. */
export const countUpTo1000 = (count: number): string => (count > 1_000 ? "1,000+" : count.toLocaleString("en-US"));

/** "5 reviews, 3 questions": what is none is left out. */
export const listedCounts = (parts: [count: number, one: string, several?: string][]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => counted(count, one, several))
    .join(", ");

/** "a", "a and b", "a, b and c". */
export const listed = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Words about a letter that was written and cannot leave. */
export const WAITS_FOR_MAIL = "waits in the outbox: no mail server is set up";

/** Words about several such letters. */
export const WAIT_FOR_MAIL = WAITS_FOR_MAIL.replace("waits", "wait");

/** A text of any origin as a sentence: it ends once, whatever it ended with. */
export const sentence = (text: string): string => (/[.!?…]["”)]?$/.test(text) ? text : `${text}.`);
