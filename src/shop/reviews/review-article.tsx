import { Icon } from "~/ui/icon";
import { part } from "~/ui/part";
import { Stars } from "~/ui/stars";
import { formatDay } from "~/shop/dates";
import type { Review } from "./review";

interface ReviewArticleProps {
  review: Review;
  heading?: "h2" | "h4";
}

/** One review: stars, title, content, who, whether they bought it, and when. */
export const ReviewArticle = part("review", Article);

function Article({ review, heading: Heading = "h4" }: ReviewArticleProps) {
  const { rating, title, author, content, verified, date, answer } = review;
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
        {date === null ? <span>Just now</span> : <time dateTime={date}>{formatDay(date)}</time>}
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
