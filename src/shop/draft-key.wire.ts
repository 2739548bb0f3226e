import { z } from "zod";
import { DRAFT_KEY } from "./draft-key";

/** Schema of a draft key. */
export const DraftKey = z.string().regex(DRAFT_KEY, "A draft key is 128 random bits as 32 hexadecimal digits.");
