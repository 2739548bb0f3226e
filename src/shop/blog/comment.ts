import { z } from "zod";
import { EmailAddress, LongText, ShortText, Traps } from "~/shop/submission";

/** What a reader leaves below an article; shown once approved, the address never. */
export const Comment = z
  .object({
    name: ShortText("Please enter your name."),
    email: EmailAddress,
    message: LongText("Please write your comment."),
  })
  .extend(Traps.shape);
export type Comment = z.infer<typeof Comment>;
