import { wholeDate } from "~/shop/shop-time";
import type { Answer, Question, Review } from "./review";

/** A stored text, whose date is not formatted yet. */
type Stored<T> = Omit<T, "day" | "date"> & { date: string };

export type StoredReview = Stored<Review>;
export type StoredQuestion = Stored<Omit<Question, "answers">> & { answers: Stored<Answer>[] };

/** Adds the formatted day of a text's date in a time zone. */
export const onItsDay = <T extends { date: string }>(written: T, zone: string): T & { day: string } => ({
  ...written,
  day: wholeDate(written.date, zone),
});

/** Adds the formatted days of a question and its answers. */
export const questionOnItsDay = (question: StoredQuestion, zone: string): Question => ({
  ...onItsDay(question, zone),
  answers: question.answers.map((answer) => onItsDay(answer, zone)),
});
