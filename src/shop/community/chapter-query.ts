import { z } from "zod";
import { Traps } from "~/shop/bot-traps";
import { EmailAddress, ShortText } from "~/shop/form-submission";

/**
 * Schema of the community's form. The state is required; with an e-mail address the form is a request to join, and needs a name.
 */
export const ChapterQuery = z
  .object({
    name: z.union([z.literal(""), ShortText("Please enter your name.")]).default(""),
    email: z.union([z.literal(""), EmailAddress]).default(""),
    state: z.string({ error: "Please choose your state." }).regex(/^[A-Z]{2}$/, "Please choose your state."),
  })
  .extend(Traps.shape)
  .refine(({ name, email }) => !email || name, {
    path: ["name"],
    message: "Please enter your name, so that the organizer knows who is coming.",
  });
export type ChapterQuery = z.infer<typeof ChapterQuery>;
