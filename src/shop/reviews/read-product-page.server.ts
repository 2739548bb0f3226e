import { productPageReader } from "~/shop/catalog/product-page/product-page-reader.server";
import { approvedQuestions, approvedReviews, averageRating } from "./reviews.server";

/** Whatever the page of a product shows of it alone: the product with its reviews, its questions and its rating. */
export const readProductPage = productPageReader((id) => ({
  reviewList: approvedReviews(id),
  questions: approvedQuestions(id),
  rating: averageRating(id),
}));
