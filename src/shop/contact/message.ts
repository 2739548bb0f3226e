import type { z } from "zod";
import { signedMessage } from "~/shop/form-submission";

/** Schema of a message to the shop. */
export const Message = signedMessage("Please write your message.");
export type Message = z.infer<typeof Message>;
