import { z } from "zod";
import { ProductId } from "~/shop/catalog/product-id";
import { limits } from "~/shop/limits";
import { Traps } from "~/shop/bot-traps";
import { EmailAddress, LongText, ShortText } from "~/shop/form-submission";
import { PlainLine } from "~/shop/plain-text";

const NO_RATING = "Please choose a rating.";

/** Schema of a posted review: stars, name and content are required, the title is optional. */
export const ReviewForm = z
  .object({
    product: ProductId,
    rating: z.coerce.number(NO_RATING).int(NO_RATING).min(1, NO_RATING).max(5, NO_RATING),
    title: PlainLine(limits.text.line, { tooLong: `Please use at most ${limits.text.line} characters.` }).default(""),
    author: ShortText("Please enter your name."),
    content: LongText("Please write a few words."),
    /** E-mail address, used for checking the purchase and for a rate limit; never stored with the review. */
    email: z.union([z.literal(""), EmailAddress], "Please enter a valid e-mail address.").default(""),
  })
  .extend(Traps.shape);
export type ReviewForm = z.output<typeof ReviewForm>;
/** Fields of a review that a shopper writes. */
export type ReviewWords = Words<ReviewForm>;
/** A form without what it is about, and what only checks it. */
type Words<Form> = Omit<Form, "product" | "email" | keyof Traps>;

/** Schema of a posted question. */
export const QuestionForm = z
  .object({
    product: ProductId,
    author: ShortText("Please enter your name."),
    question: LongText("Please write your question."),
    /** E-mail address for mailing the answer; empty if the asker wants no letter. */
    email: z.union([z.literal(""), EmailAddress], "Please enter a valid e-mail address.").default(""),
  })
  .extend(Traps.shape);
export type QuestionForm = z.output<typeof QuestionForm>;
/** Fields of a question that a shopper writes. */
export type QuestionWords = Words<QuestionForm>;
