import { expect, test } from "vitest";
import reviewFile from "~/demo/content/reviews.json";
import { ImportedSummary } from "./imported-summary";
import { ratingSummary } from "./rating-summary";
import { chosenReviews, optimisticReview, type Review } from "./review";
import { QuestionForm, ReviewForm } from "./review-form";

const dale: Review = {
  id: "1",
  rating: 5,
  title: "Worth the wait for it to soften",
  author: "Dale R.",
  content: "First three weeks it felt like wearing a door.",
  fit: null,
  verified: true,
  answer: null,
  date: "2026-06-12",
  day: "June 12, 2026",
};
const pete: Review = {
  ...dale,
  id: "2",
  rating: 3,
  title: "Snug shoulders",
  content: "Built like a tractor",
  date: "2026-05-11",
  day: "May 11, 2026",
};
const luis: Review = { ...dale, id: "3", title: "Dark", content: "A deep red", verified: false, date: "2026-10-02" };
const told = [pete, luis, dale];

const all = { search: "", rating: 0, order: "relevant" } as const;
const authors = (reviews: Review[]) => reviews.map(({ id }) => id);

test("the search finds a word of the title or the content, in upper or lower case (R-2.7-07)", () => {
  expect(chosenReviews(told, { ...all, search: "SOFTEN" })).toEqual([dale]);
  expect(chosenReviews(told, { ...all, search: " tractor " })).toEqual([pete]);
  expect(chosenReviews(told, { ...all, search: "kayak" })).toEqual([]);
});

test("filtering by a rating shows only reviews of that rating (R-2.7-09)", () => {
  expect(chosenReviews(told, { ...all, rating: 3 })).toEqual([pete]);
});

test("sorting by relevance lists buyers first; newest and oldest sort by date (R-2.7-08)", () => {
  expect(authors(chosenReviews(told, all))).toEqual(["1", "2", "3"]);
  expect(authors(chosenReviews(told, { ...all, order: "newest" }))).toEqual(["3", "1", "2"]);
  expect(authors(chosenReviews(told, { ...all, order: "oldest" }))).toEqual(["2", "1", "3"]);
});

const written = { product: "89bfd678", rating: "4", title: "", author: " Jo ", content: "Good", email: "" };

test("a review needs stars, a name and content, but no title and no e-mail address (R-5-10, R-5-11)", () => {
  expect(ReviewForm.parse(written)).toEqual({ ...written, rating: 4, author: "Jo" });
  for (const missing of ["rating", "author", "content"])
    expect(ReviewForm.safeParse({ ...written, [missing]: "" }).error?.issues[0]?.path).toEqual([missing]);
});

test.each([
  { rating: "0" },
  { rating: "6" },
  { rating: "4.5" },
  { rating: "many" },
  { product: "1' or 1=1" },
  { author: "x".repeat(101) },
  { content: "x".repeat(5001) },
  { email: "not an address" },
])("a review with %o is refused", (wrong) => {
  expect(ReviewForm.safeParse({ ...written, ...wrong }).success).toBe(false);
});

test("a question needs a name and a text", () => {
  expect(QuestionForm.safeParse({ product: "1", author: "Jo", question: "Does it run?" }).success).toBe(true);
  expect(QuestionForm.safeParse({ product: "1", author: "Jo", question: " " }).success).toBe(false);
});

test("a review shown right after posting is not verified and has no date", () => {
  expect(optimisticReview(ReviewForm.parse(written), "new")).toMatchObject({ verified: false, date: null, rating: 4 });
});

const { summary } = reviewFile;
const imported = ImportedSummary.parse({
  count: summary.count,
  stars: summary.distributionCounts,
  fit: summary.fit,
  breakdowns: { bodyType: summary.bodyType, height: summary.height },
});

test("the demo shop's average, number of reviews and shares of stars are the specified ones (R-2.7-01)", () => {
  const { average, count, shares } = ratingSummary(imported, {});
  expect(average.toFixed(1)).toBe("4.3");
  expect(count).toBe(2913);
  expect(shares).toEqual([
    { stars: 5, percent: 70 },
    { stars: 4, percent: 11 },
    { stars: 3, percent: 10 },
    { stars: 2, percent: 2 },
    { stars: 1, percent: 7 },
  ]);
});

test("reviews approved since the import count, too", () => {
  const { count, average } = ratingSummary(imported, { 1: 87 });
  expect(count).toBe(3000);
  expect(average).toBeLessThan(4.3);
});

test("a shop without reviews has an average of 0, without a division by zero", () => {
  expect(ratingSummary(null, {})).toMatchObject({ average: 0, count: 0, fit: null, breakdowns: [] });
});
