import { z } from "zod";
import { DRAFT_KEY } from "./draft-key";

/** Schema of a draft key. */
export const DraftKey = z.string().regex(DRAFT_KEY, "A draft key is 128 random bits as 32 hexadecimal digits.");

/** Schema of the key that a browser sends to ask about a code. */
export const OwnDraftKey = DraftKey.optional().meta({
  description: "This browser's draft key: its open draft does not count as a use of the code",
});
