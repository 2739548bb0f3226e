import type { z } from "zod";
import { signedMessage } from "~/shop/form-submission";

/** A reader's comment on an article; shown once approved, without the e-mail address. */
export const Comment = signedMessage("Please write your comment.");
export type Comment = z.infer<typeof Comment>;
