import { wholeDate } from "~/shop/shop-time";
import type { Answer, Question, Review } from "./review";

/** A stored text: with its moment only. */
type Stored<T> = Omit<T, "day" | "date"> & { date: string };

export type StoredReview = Stored<Review>;
export type StoredQuestion = Stored<Omit<Question, "answers">> & { answers: Stored<Answer>[] };

/** A dated text with its day in words, in a time zone. */
export const onItsDay = <T extends { date: string }>(written: T, zone: string): T & { day: string } => ({
  ...written,
  day: wholeDate(written.date, zone),
});

/** A question with its answers and their days in words. */
export const questionOnItsDay = (question: StoredQuestion, zone: string): Question => ({
  ...onItsDay(question, zone),
  answers: question.answers.map((answer) => onItsDay(answer, zone)),
});
