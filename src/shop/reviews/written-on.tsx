import type { Review } from "./review";

/** Date of a review, a question or an answer. */
export const WrittenOn = ({ date, day }: Pick<Review, "date" | "day">) =>
  date === null ? <span>{day}</span> : <time dateTime={date}>{day}</time>;
