import { Icon } from "~/ui/icon";
import { Stars } from "~/ui/stars";
import { formatDay } from "../dates";
import type { Review } from "./review";

/** One review: stars, title, content, who, whether they bought it, and when. Spec §2.7. */
export function ReviewArticle({ review: { rating, title, author, content, verified, date } }: { review: Review }) {
  return (
    <article className="review">
      <Stars value={rating} />
      {title && <h4>{title}</h4>}
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
    </article>
  );
}
