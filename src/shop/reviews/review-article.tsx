import { Icon } from "~/ui/icon";
import { Stars } from "~/ui/stars";
import { fitWords } from "./fit";
import type { Review } from "./review";
import { WrittenOn } from "./written-on";

interface ReviewArticleProps {
  review: Review;
  heading?: "h2" | "h4";
}

/** One review: stars, title, content, author, "Verified" mark of a buyer, and date. */
export function ReviewArticle({ review, heading: Heading = "h4" }: ReviewArticleProps) {
  const { rating, title, author, content, fit, verified, date, day, answer } = review;
  return (
    <article className="review">
      <Stars value={rating} />
      {title && <Heading>{title}</Heading>}
      <p className="review__text">{content}</p>
      <div className="review__meta">
        <b>{author}</b>
        {verified && (
          <span className="ok">
            <Icon name="check" size="small" />
            Verified buyer
          </span>
        )}
        {fit && <span>{fitWords[fit]}</span>}
        <WrittenOn date={date} day={day} />
      </div>
      {answer && (
        <div className="reply reply--shop">
          <p className="review__text">{answer}</p>
          <div className="review__meta">
            <b>The shop</b>
          </div>
        </div>
      )}
    </article>
  );
}
