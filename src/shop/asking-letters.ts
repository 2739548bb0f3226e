/** Letters of which one click ends all that would follow, by kind. The newsletter is not among them: it has its subscriptions. */
export const askingLetters = ["review", "reminder"] as const;
export type AskingLetter = (typeof askingLetters)[number];
