import { useState } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Select } from "~/ui/select";
import { chosenReviews, ratings, reviewOrders, type Review, type ReviewChoice, type ReviewOrder } from "./review";
import { ReviewArticle } from "./review-article";

interface ReviewBrowserProps {
  /** Text shown when the list is empty; undefined for none. */
  none: string | undefined;
  productId: string;
  /** Reviews that the visitor has just posted, shown first. */
  written: Review[];
  reviews: Review[];
}

/** Number of reviews shown at first, and added by each click. */
const FIRST = 1;
const MORE = 1;

const orders = Object.entries(reviewOrders).map(([value, label]) => ({ value, label }));
const ratingOptions = [
  { value: "0", label: "All ratings" },
  ...ratings.map((stars) => ({ value: String(stars), label: stars === 1 ? "1 star" : `${stars} stars` })),
];

/** Reviews of a product with search, filter and sorting. */
export function ReviewBrowser({ none, productId, written, reviews }: ReviewBrowserProps) {
  const [choice, setChoice] = useState<ReviewChoice>({ search: "", rating: 0, order: "relevant" });
  const [more, setMore] = useState(0);
  const [seenWritten, setSeenWritten] = useState(written.length);
  // Resets the search, so that a review just posted is always visible.
  if (seenWritten !== written.length) {
    setSeenWritten(written.length);
    setChoice({ ...choice, search: "", rating: 0 });
  }
  const choose = (change: Partial<ReviewChoice>) => {
    setChoice({ ...choice, ...change });
    setMore(0);
  };
  const found = [...chosenReviews(written, { ...choice, order: "newest" }), ...chosenReviews(reviews, choice)];
  const shown = found.slice(0, FIRST + more);

  if (written.length + reviews.length === 0) return <p className="revs__none">{none}</p>;
  return (
    <>
      <ReviewTools choice={choice} onChange={choose} />
      <p className="vh" role="status">
        {found.length === 1 ? "1 review" : `${found.length} reviews`}
      </p>
      {found.length === 0 && <p className="revs__none">No review says that.</p>}
      {shown.map((review) => (
        <ReviewArticle review={review} key={review.id} />
      ))}
      {shown.length < found.length && (
        <div className="revs__more needs-script">
          <Button look="quiet" onClick={() => setMore(more + MORE)}>
            Show more
          </Button>
          <span className="muted tnum">
            &emsp;{shown.length} of {found.length} shown
          </span>
        </div>
      )}
      {reviews.length > FIRST && (
        <noscript>
          <a className="btn btn--quiet" href={`/reviews?product=${productId}`}>
            All reviews
          </a>
        </noscript>
      )}
    </>
  );
}

interface ReviewToolsProps {
  choice: ReviewChoice;
  onChange: (change: Partial<ReviewChoice>) => void;
}

/** Controls for searching, sorting and filtering a product's reviews. */
function ReviewTools({ choice, onChange }: ReviewToolsProps) {
  return (
    <div className="revs__tools needs-script" role="search" aria-label="Reviews">
      <label className="revs__search">
        <Icon name="search" size="small" />
        <input
          className="input"
          type="search"
          aria-label="Search reviews"
          placeholder="Search reviews"
          value={choice.search}
          onChange={(event) => onChange({ search: event.currentTarget.value })}
        />
      </label>
      <Select
        label="Sort reviews"
        options={orders}
        value={choice.order}
        onChange={(event) => onChange({ order: event.currentTarget.value as ReviewOrder })}
      />
      <Select
        label="Rating"
        options={ratingOptions}
        value={String(choice.rating)}
        onChange={(event) => onChange({ rating: Number(event.currentTarget.value) })}
      />
    </div>
  );
}
