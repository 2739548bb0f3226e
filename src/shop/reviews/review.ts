import { folded } from "~/shop/folded-text";
import type { Fit } from "./fit";
import type { QuestionForm, QuestionWords, ReviewForm, ReviewWords } from "./review-form";

/** Possible ratings, most stars first. */
export const ratings = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof ratings)[number];

/** Date of a review, a question or an answer. */
interface Written {
  /** ISO moment or day; null for a text that was just posted. */
  date: string | null;
  /** The day formatted, in the shop's time zone. */
  day: string;
}

/** A rider's review of a product. */
export interface Review extends Written, ReviewWords {
  id: string;
  /** Fit, as its buyer says; null if nobody asked. */
  fit: Fit | null;
  /** True if the author bought the product. */
  verified: boolean;
  /** The shop's public answer; null without one. */
  answer: string | null;
}

export interface Answer extends Written {
  id: string;
  author: string;
  /** Whether the shop itself gave this answer. */
  staff: boolean;
  content: string;
}

/** A question about a product. */
export interface Question extends Written, QuestionWords {
  id: string;
  answers: Answer[];
}

const justNow: Written = { date: null, day: "Just now" };

/** A review as shown to its author right after posting: on top, not verified, dated 'Just now'. */
export const optimisticReview = ({ rating, title, author, content }: ReviewForm, id: string): Review => ({
  id,
  rating,
  title,
  author,
  content,
  fit: null,
  verified: false,
  answer: null,
  ...justNow,
});

/** A question as shown to its author right after posting. */
export const optimisticQuestion = ({ question, author }: QuestionForm, id: string): Question => ({
  id,
  question,
  author,
  ...justNow,
  answers: [],
});

/** Sort orders of reviews; "Most relevant" sorts buyers first, and within buyers and others by date, newest first. */
export const reviewOrders = { relevant: "Most relevant", newest: "Newest", oldest: "Oldest" } as const;
export type ReviewOrder = keyof typeof reviewOrders;

export interface ReviewChoice {
  search: string;
  /** Rating to filter by; 0 for all ratings. */
  rating: number;
  order: ReviewOrder;
}

/** Filters reviews by rating and by a search text in any case, and sorts them. */
export function chosenReviews(reviews: Review[], { search, rating, order }: ReviewChoice): Review[] {
  const text = folded(search.trim());
  const says = ({ title, content }: Review) => folded(title).includes(text) || folded(content).includes(text);
  const age = ({ date }: Review) => (date === null ? Number.POSITIVE_INFINITY : Date.parse(date));
  const newest = (a: Review, b: Review) => age(b) - age(a);
  const orders: Record<ReviewOrder, (a: Review, b: Review) => number> = {
    relevant: (a, b) => Number(b.verified) - Number(a.verified) || newest(a, b),
    newest,
    oldest: (a, b) => age(a) - age(b),
  };
  return reviews.filter((review) => says(review) && (rating === 0 || review.rating === rating)).toSorted(orders[order]);
}
