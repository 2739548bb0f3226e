import type { ImportedSummary } from "./imported-summary";
import type { QuestionForm, ReviewForm } from "./review-form";

/** The stars a review can give, most first. */
export const ratings = [5, 4, 3, 2, 1] as const;
type Rating = (typeof ratings)[number];

/** Date of a text. */
interface Written {
  /** The moment, or a day; null for a new text. */
  date: string | null;
  /** The day in words, by the shop's calendar. */
  day: string;
}

/** A rider's opinion of a product. */
export interface Review extends Written {
  id: string;
  rating: number;
  title: string;
  author: string;
  content: string;
  /** True if the author bought the product. */
  verified: boolean;
  /** The shop's answer. */
  answer: string | null;
}

export interface Answer extends Written {
  id: string;
  author: string;
  /** True for the shop's own answer. */
  staff: boolean;
  content: string;
}

/** A question about a product. */
export interface Question extends Written {
  id: string;
  question: string;
  author: string;
  answers: Answer[];
}

const justNow: Written = { date: null, day: "Just now" };

/** A review shown to its writer at once: on top, not verified, 'Just now'. */
export const optimisticReview = ({ rating, title, author, content }: ReviewForm, id: string): Review => ({
  id,
  rating,
  title,
  author,
  content,
  verified: false,
  answer: null,
  ...justNow,
});

/** A question shown to its writer at once. */
export const optimisticQuestion = ({ question, author }: QuestionForm, id: string): Question => ({
  id,
  question,
  author,
  ...justNow,
  answers: [],
});

/** Orders of reviews; "Most relevant" puts buyers first, each part newest first. */
export const reviewOrders = { relevant: "Most relevant", newest: "Newest", oldest: "Oldest" } as const;
export type ReviewOrder = keyof typeof reviewOrders;

export interface ReviewChoice {
  search: string;
  /** 0 means all ratings. */
  rating: number;
  order: ReviewOrder;
}

/** Reviews with the chosen rating that contain the text, ignoring case, in order. */
export function chosenReviews(reviews: Review[], { search, rating, order }: ReviewChoice): Review[] {
  const text = search.trim().toLowerCase();
  const says = ({ title, content }: Review) =>
    title.toLowerCase().includes(text) || content.toLowerCase().includes(text);
  const age = ({ date }: Review) => (date === null ? Number.POSITIVE_INFINITY : Date.parse(date));
  const newest = (a: Review, b: Review) => age(b) - age(a);
  const orders: Record<ReviewOrder, (a: Review, b: Review) => number> = {
    relevant: (a, b) => Number(b.verified) - Number(a.verified) || newest(a, b),
    newest,
    oldest: (a, b) => age(a) - age(b),
  };
  return reviews.filter((review) => says(review) && (rating === 0 || review.rating === rating)).toSorted(orders[order]);
}

/** Facts that riders gave about themselves, by their key in the import. */
const breakdowns = {
  bodyType: "Body type",
  sizeOrdered: "Size ordered",
  usualSize: "Usual size",
  height: "Height",
} as const;

export interface ReviewSummary {
  average: number;
  count: number;
  /** Percentage of each rating, most stars first. */
  shares: { stars: Rating; percent: number }[];
  fit: ImportedSummary["fit"] | null;
  breakdowns: { title: string; shares: ImportedSummary["fit"]["breakdown"] }[];
}

/** Figures of the whole shop: imported ones plus later approved reviews, by rating. */
export function summaryOf(imported: ImportedSummary | null, since: Record<string, number>): ReviewSummary {
  const counts = ratings.map((stars) => ({
    stars,
    count: (imported?.stars[stars] ?? 0) + (since[stars] ?? 0),
  }));
  const count = counts.reduce((total, entry) => total + entry.count, 0);
  const sum = counts.reduce((total, entry) => total + entry.stars * entry.count, 0);
  return {
    average: count > 0 ? sum / count : 0,
    count,
    shares: counts.map((entry) => ({
      stars: entry.stars,
      percent: count > 0 ? Math.round((entry.count / count) * 100) : 0,
    })),
    fit: imported?.fit ?? null,
    breakdowns: Object.entries(breakdowns).flatMap(([key, title]) => {
      const shares = imported?.breakdowns[key];
      return shares ? [{ title, shares }] : [];
    }),
  };
}
