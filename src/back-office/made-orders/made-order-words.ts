import { byName } from "~/platform/by-name";
import type { OrderState } from "~/shop/orders/order";
import type { OfferedMethod } from "~/shop/orders/quoting/quote-order.server";
import { formatCents } from "~/shop/money";
import type { Sign } from "../ui/state";
import type { cameBy } from "~/shop/orders/made/made-order";

export const SHOPPER_LABELS = byName<string>({
  email: "E-mail",
  name: "Name",
  phone: "Phone",
  address: "Street",
  city: "City",
  postalCode: "ZIP",
  code: "Discount code",
  cameBy: "How they asked",
  days: "Can be paid for",
  words: "Words to the shopper",
  reason: "Why it costs less",
});

export const CAME_BY: Record<(typeof cameBy)[number], string> = {
  phone: "By phone",
  mail: "By mail",
  fair: "At a fair",
};

/** Words about how fast an order goes, and the button for the other method of its address; null without a faster one. */
export function methodWords(
  faster: OfferedMethod | null,
  isFaster: boolean,
): { text: string; other: { by: "faster" | "usual"; button: string } | null } | null {
  if (!faster)
    return isFaster ? { text: "This address has no faster method: it goes the usual way.", other: null } : null;
  const { name, takes, fee, usualFee } = faster;
  const [own, others] = (isFaster ? [fee, usualFee] : [usualFee, fee]).map(formatCents);
  const price = own === others ? "for the same" : `for ${others} instead of ${own}`;
  return isFaster
    ? {
        text: `It goes by ${name}: ${takes} on the road. It can go the usual way ${price}.`,
        other: { by: "usual", button: "Send it the usual way" },
      }
    : {
        text: `It goes the usual way. It can go by ${name}, ${takes} on the road, ${price}.`,
        other: { by: "faster", button: "Send it faster" },
      };
}

interface Standing {
  state: OrderState;
  paidAt: Date | null;
  /** Time at which the shopper opened the pay link, and its end. */
  openedAt: Date | null;
  endsAt: Date;
}

/** Sign and name of a made order's standing. */
export function standingOf(
  { state, paidAt, openedAt, endsAt }: Standing,
  now: Date,
): { sign: Sign; name: string; isOpen: boolean } {
  if (paidAt) return { sign: "over", name: "Paid", isOpen: false };
  if (state !== "awaiting-payment") return { sign: "over", name: "Ended unpaid", isOpen: false };
  if (endsAt <= now) return { sign: "half", name: "Ends now", isOpen: true };
  return openedAt
    ? { sign: "half", name: "Opened to pay", isOpen: true }
    : { sign: "here", name: "Not paid yet", isOpen: true };
}
