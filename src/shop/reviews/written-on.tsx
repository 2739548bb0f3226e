import type { Review } from "./review";

/** When something was written. */
export const WrittenOn = ({ date, day }: Pick<Review, "date" | "day">) =>
  date === null ? <span>{day}</span> : <time dateTime={date}>{day}</time>;
