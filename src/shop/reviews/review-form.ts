import { z } from "zod";
import { ProductId } from "~/shop/catalog/product-id";
import { limits } from "~/shop/limits";
import { EmailAddress, LongText, ShortText, Traps } from "~/shop/form-submission";
import { PlainLine } from "~/shop/plain-text";

const NO_RATING = "Please choose a rating.";

/** A review as it is posted: stars, name and content are required, the title is not. */
export const ReviewForm = z
  .object({
    product: ProductId,
    rating: z.coerce.number(NO_RATING).int(NO_RATING).min(1, NO_RATING).max(5, NO_RATING),
    title: PlainLine(limits.text.line, { tooLong: `Please use at most ${limits.text.line} characters.` }).default(""),
    author: ShortText("Please enter your name."),
    content: LongText("Please write a few words."),
    /** For checking the purchase only; never stored with the review. */
    email: z.union([z.literal(""), EmailAddress], "Please enter a valid e-mail address.").default(""),
  })
  .extend(Traps.shape);
export type ReviewForm = z.output<typeof ReviewForm>;

/** A question as it is posted. */
export const QuestionForm = z
  .object({
    product: ProductId,
    author: ShortText("Please enter your name."),
    question: LongText("Please write your question."),
    /** Address for the answer by mail, if wanted. */
    email: z.union([z.literal(""), EmailAddress], "Please enter a valid e-mail address.").default(""),
  })
  .extend(Traps.shape);
export type QuestionForm = z.output<typeof QuestionForm>;
