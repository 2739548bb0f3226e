import { z } from "zod";
import { DAY } from "~/platform/durations";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import type { Cents } from "~/shop/money";
import type { Product, Variant } from "~/shop/catalog/product";
import { limits } from "~/shop/limits";
import type { Settings } from "~/shop/settings";
import { endOfDay } from "~/shop/wall-clock";
import { ReasonField } from "./reason-schema";
import { type Reason, REASONS, reasons } from "./return-reasons";

/** Whether the instructions are sent as soon as a return starts; not to a shopper whose goods are in the shop already. */
export const instructsAtStart = ({ returnApproval }: Settings, isHere: boolean): boolean =>
  returnApproval === "automatic" && !isHere;

/** A variant for which a line may be exchanged. */
export interface Choice {
  id: number;
  /** Name of the variant; for another product preceded by the product's name. */
  name: string;
  product: string;
  size: string;
  color: string;
  /** Price of one piece minus the price paid for one piece of the line, in cents and without tax; positive if it costs more. */
  difference: Cents;
  /** Number of pieces in stock; null for unlimited stock. */
  left: number | null;
  /** Whether the variant belongs to another product than the line. */
  isOther: boolean;
}

/** A sold line, as the rules of returns need it. */
export interface SoldLine {
  position: number;
  /** Number of pieces that were sent and are not lost: only these can be returned. */
  sent: number;
  /** Number of pieces in earlier returns, refused ones excluded. */
  returned: number;
  finalSale: boolean;
  /** Whether only faulty pieces can be returned, as for products of the Accessories category. Return policy §3. */
  isOnlyFaulty: boolean;
  /** Variants for an exchange: of the line's own product, and of a product that the shopper searched for. */
  variants: Choice[];
}

/** A sold order, as the rules of returns need it. */
export interface SoldOrder {
  /** Whether any parcel of the order was shipped. */
  hasLeft: boolean;
  /** Time when the last parcel was sent; the time of payment if none was sent. */
  leftAt: Date;
  /** Time when the last parcel arrived; null if not recorded. */
  deliveredAt: Date | null;
  /** Whether the bank disputes a payment of the order, or decided for the shopper, which excludes exchanges. */
  isDisputed: boolean;
  lines: SoldLine[];
}

/** Time when an order's last parcel arrived; null while one is on its way, or if not recorded. */
export function lastArrival(parcels: { deliveredAt: Date | null }[]): Date | null {
  const arrivals = parcels.flatMap(({ deliveredAt }) => deliveredAt?.getTime() ?? []);
  return parcels.length > 0 && arrivals.length === parcels.length ? new Date(Math.max(...arrivals)) : null;
}

/** The order under the rules for members: all sent pieces can be returned or exchanged, at any time and for any reason. */
export const forMembers = (order: SoldOrder, now: Date): SoldOrder => ({
  ...order,
  leftAt: now,
  deliveredAt: null,
  isDisputed: false,
  lines: order.lines.map((line) => ({ ...line, finalSale: false, isOnlyFaulty: false })),
});

/** Reason why a line cannot be returned; `only-faulty` still allows damaged, faulty or wrong pieces. */
export type Hindrance = "not-left" | "window-over" | "only-faulty" | "all-returned";

/** Days after sending, or after payment, from which an order without a recorded arrival counts as delivered. */
const ASSUMED_TRANSIT_DAYS = 14;

/** Time of delivery: the recorded one, or else the assumed one. */
const deliveryOf = ({ deliveredAt, leftAt }: SoldOrder): Date =>
  deliveredAt ?? new Date(leftAt.getTime() + ASSUMED_TRANSIT_DAYS * DAY);

type Windows = Pick<Settings, "returnDays" | "damageReportDays" | "timeZone">;

/** End of the day that is `days` after the day of delivery. */
const windowEnd = (order: SoldOrder, days: number, { timeZone }: Windows): Date =>
  endOfDay(new Date(deliveryOf(order).getTime() + days * DAY), timeZone);

/** Return policy §1: most goods come back for any reason within `returnDays`. */
const mayReturn = (order: SoldOrder, now: Date, settings: Windows): boolean =>
  now <= windowEnd(order, settings.returnDays, settings);

/** Return policy §6: all goods come back as damaged, faulty or wrong within `damageReportDays`, which may be longer than `returnDays`. */
const mayReportDamage = (order: SoldOrder, now: Date, settings: Windows): boolean =>
  now <= windowEnd(order, settings.damageReportDays, settings);

/** Reason why a line cannot be returned; null if it can. */
export function hindranceOf(line: SoldLine, order: SoldOrder, now: Date, settings: Windows): Hindrance | null {
  if (line.sent === 0) return "not-left";
  if (line.returned >= line.sent) return "all-returned";
  if (!line.finalSale && !line.isOnlyFaulty && mayReturn(order, now, settings)) return null;
  return mayReportDamage(order, now, settings) ? "only-faulty" : "window-over";
}

/** End of the last day on which lines of an order may be returned: of the return window, or only for reports of damage. */
export function returnableUntil(order: SoldOrder, now: Date, settings: Windows): Date {
  const isFree = order.lines.some((line) => hindranceOf(line, order, now, settings) === null);
  return windowEnd(order, isFree ? settings.returnDays : settings.damageReportDays, settings);
}

/**
 * Reasons that can be chosen for a line. Those that are the shop's fault are offered only within `damageReportDays`, the others
 * only within `returnDays`, and an exchange only for undisputed orders.
 */
export function reasonsFor(line: SoldLine, order: SoldOrder, now: Date, settings: Windows): Reason[] {
  const hindrance = hindranceOf(line, order, now, settings);
  if (hindrance !== null && hindrance !== "only-faulty") return [];
  const isReportable = mayReportDamage(order, now, settings);
  return REASONS.filter((reason) => {
    if (reason === "exchange" && order.isDisputed) return false;
    return reasons[reason].isOurFault ? isReportable : hindrance === null;
  });
}

/** Whether a line can be exchanged: it can come back for some reason, and no bank decides over its order. */
export const mayExchange = (line: SoldLine, order: SoldOrder, now: Date, settings: Windows): boolean =>
  !order.isDisputed && reasonsFor(line, order, now, settings).length > 0;

/** A line of a shopper's return. */
export const ReturnedLine = z.object({
  position: z.int().min(0),
  quantity: z.int().min(1).max(limits.bag.quantity),
  reason: ReasonField,
  /** For an exchange: name and id of the wanted variant. */
  exchangeFor: z.string().max(limits.text.line),
  exchangeVariantId: z.int().nullable(),
});
export type ReturnedLine = z.infer<typeof ReturnedLine>;

/** Other variants of the product at the bought variant's price, so that no payment is needed; none if that variant is gone. */
export function exchanges(product: Exchangeable | undefined, bought: { size: string; color: string }): Variant[] {
  const isBought = ({ size, color }: Variant) => size === bought.size && color === bought.color;
  const own = product?.variants.find(isBought);
  if (!product || !own) return [];
  return product.variants.filter(
    (variant) => variant !== own && variantPrice(product, variant) === variantPrice(product, own),
  );
}

type Exchangeable = Pick<Product, "variants" | "price" | "salePrice">;
