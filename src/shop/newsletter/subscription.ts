import { z } from "zod";
import { EmailAddress, Traps } from "../submission";

/** Who wants the newsletter. Spec §2.3, Decisions §4. */
export const Subscription = z.object({ email: EmailAddress }).extend(Traps.shape);
export type Subscription = z.infer<typeof Subscription>;
