import { z } from "zod";
import { LongText } from "~/shop/form-submission";

/** What the shop writes back to somebody. */
export const MessageAnswer = z.object({
  answer: LongText("Write your answer."),
});
