import type { z } from "zod";
import { signedMessage } from "~/shop/form-submission";

/** Schema of a reader's comment on an article. A comment is shown after approval, without the e-mail address. */
export const Comment = signedMessage("Please write your comment.");
export type Comment = z.infer<typeof Comment>;
