import { z } from "zod";
import { LongText } from "~/shop/form-submission";
import { namedDay } from "~/shop/shop-time";

/** Fields of an answer to a message. */
export const MessageAnswer = z.object({
  answer: LongText("Write your answer."),
});

/** Fields of a letter that begins a thread. */
export const FirstLetter = z.object({
  words: LongText("Write your letter."),
});

/** Fields for adding a shopper's mail: its text and the day it arrived. */
export const CameByMail = z.object({
  words: LongText("Put in what they wrote."),
  cameOn: z
    .string({ error: "Say which day it came." })
    .refine((day) => namedDay(day) === day, "Say which day it came."),
});
