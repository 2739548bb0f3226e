import { z } from "zod";

const Filled = z.string().trim().min(1, "must not be empty");

/** Schema of the answers to a question, by the shop and by riders. */
export const Answers = z.array(
  z.object({
    id: Filled,
    author: Filled,
    staff: z.boolean(),
    date: z.union([z.iso.date(), z.iso.datetime()], "must be a day or a moment"),
    content: Filled,
  }),
);
