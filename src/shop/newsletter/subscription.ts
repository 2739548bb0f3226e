import { z } from "zod";
import { EmailAddress, Traps } from "~/shop/form-submission";

/** Fields of a subscription. */
export const Subscription = z
  .object({
    email: EmailAddress,
    /** Form it came by; unknown values count as the newsletter's own page. */
    source: z.enum(["footer", "pop-up", "page"]).catch("page"),
  })
  .extend(Traps.shape);
export type Subscription = z.infer<typeof Subscription>;

/** Unsubscribe address of a subscription's secret. */
export const unsubscribeAddress = (token: string): string => `/unsubscribe?token=${encodeURIComponent(token)}`;
