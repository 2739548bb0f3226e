/** Result of a form that causes a letter: whether the letter goes later in the day (`letterPace`). */
export interface LetterAnswer {
  isSlow: boolean;
}

/** Success message of a form with the sentence that its letter goes later in the day, if it does. */
export const withSlowLetter = (success: string, answer: LetterAnswer | undefined, slow = SLOW_LETTER): string =>
  answer?.isSlow ? `${success} ${slow}` : success;

const SLOW_LETTER = "Many letters are on their way right now: the one to you comes within a day.";

/** Sentence about a letter for which its rider has to wait twice: for the goods, and for its turn. */
export const SLOW_STOCK_LETTER = "Once it is back, the letter to you comes within a day.";
