import { z } from "zod";
import { EmailAddress, Traps } from "~/shop/form-submission";

/** Who wants the newsletter. */
export const Subscription = z
  .object({
    email: EmailAddress,
    /** The form it came by; whatever else is sent counts as the newsletter's own page. */
    source: z.enum(["footer", "pop-up", "page"]).catch("page"),
  })
  .extend(Traps.shape);
export type Subscription = z.infer<typeof Subscription>;

/** Where the secret of a subscription takes its owner off the list. */
export const unsubscribeAddress = (token: string): string => `/unsubscribe?token=${encodeURIComponent(token)}`;
