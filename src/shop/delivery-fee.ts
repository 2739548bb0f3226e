import { type Cents, cents } from "./money";
import type { Settings } from "./settings";

/** Whether an order of this value, in cents, is delivered free: its value reaches the setting `freeDeliveryFrom`. */
export const isDeliveredFree = (value: Cents, { freeDeliveryFrom }: Pick<Settings, "freeDeliveryFrom">): boolean =>
  value >= freeDeliveryFrom;

/** Delivery fee, in cents, of an order of this value in cents: a flat fee, zero from the setting `freeDeliveryFrom` on. */
export const deliveryFee = (value: Cents, settings: Pick<Settings, "deliveryFee" | "freeDeliveryFrom">): Cents =>
  isDeliveredFree(value, settings) ? cents(0) : settings.deliveryFee;
