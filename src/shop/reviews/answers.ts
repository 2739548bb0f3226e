import { z } from "zod";

const Filled = z.string().trim().min(1, "must not be empty");

/** The answers to a question, the shop's own and those of riders. */
export const Answers = z.array(
  z.object({
    id: Filled,
    author: Filled,
    staff: z.boolean(),
    date: z.union([z.iso.date(), z.iso.datetime()], "must be a day or a moment"),
    content: Filled,
  }),
);
