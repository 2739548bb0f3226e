import { z } from "zod";
import { LongText } from "~/shop/form-submission";

/** The shop's answer to a message. */
export const MessageAnswer = z.object({
  answer: LongText("Write your answer."),
});
