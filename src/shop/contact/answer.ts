import { z } from "zod";
import { LongText } from "~/shop/form-submission";
import { namedDay } from "~/shop/shop-time";

/** What the shop writes back to somebody. */
export const MessageAnswer = z.object({
  answer: LongText("Write your answer."),
});

/** What the shop writes first. */
export const FirstLetter = z.object({
  words: LongText("Write your letter."),
});

/** What somebody wrote by mail, and the day it came. */
export const CameByMail = z.object({
  words: LongText("Put in what they wrote."),
  cameOn: z
    .string({ error: "Say which day it came." })
    .refine((day) => namedDay(day) === day, "Say which day it came."),
});
