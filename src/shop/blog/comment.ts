import type { z } from "zod";
import { signedMessage } from "~/shop/form-submission";

/** What a reader leaves below an article; shown once approved, the address never. */
export const Comment = signedMessage("Please write your comment.");
export type Comment = z.infer<typeof Comment>;
