import { type Cents, cents } from "./money";
import type { Settings } from "./settings";

/** Whether an order of this value, in cents, is delivered free: from the threshold on. */
export const isDeliveredFree = (value: Cents, { freeDeliveryFrom }: Pick<Settings, "freeDeliveryFrom">): boolean =>
  value >= freeDeliveryFrom;

/** The fee for delivering an order of this value, both in cents: flat, free from the threshold on. Codes count beside it. */
export const deliveryFee = (value: Cents, settings: Pick<Settings, "deliveryFee" | "freeDeliveryFrom">): Cents =>
  isDeliveredFree(value, settings) ? cents(0) : settings.deliveryFee;
