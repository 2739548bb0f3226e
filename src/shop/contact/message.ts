import { z } from "zod";
import { EmailAddress, LongText, ShortText, Traps } from "~/shop/submission";

/** What somebody writes to the shop. */
export const Message = z
  .object({
    name: ShortText("Please enter your name."),
    email: EmailAddress,
    message: LongText("Please write your message."),
  })
  .extend(Traps.shape);
export type Message = z.infer<typeof Message>;
