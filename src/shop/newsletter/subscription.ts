import { z } from "zod";
import { Traps } from "~/shop/bot-traps";
import { EmailAddress } from "~/shop/form-submission";

/** Schema of the newsletter form. */
export const Subscription = z
  .object({
    email: EmailAddress,
    /** Form that was sent; unknown values count as the newsletter's own page. */
    source: z.enum(["footer", "pop-up", "page"]).catch("page"),
  })
  .extend(Traps.shape);
export type Subscription = z.infer<typeof Subscription>;

/** Path of the unsubscribe page for a subscription's token. */
export const unsubscribeAddress = (token: string): string => `/unsubscribe?token=${encodeURIComponent(token)}`;
