import { z } from "zod";
import { LongText } from "~/shop/form-submission";

/** What the shop writes back to somebody. */
export const MessageAnswer = z.object({
  submission: z.uuid(),
  version: z.coerce.number().int().positive(),
  answer: LongText("Write your answer."),
});
