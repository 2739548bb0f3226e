/** Standing of an order in lists; `lapsed` is a draft that expired unpaid. */
export const standings = [
  "not-paid",
  "to-ship",
  "packed",
  "partly-shipped",
  "on-the-way",
  "arrived",
  "returned",
  "partly-refunded",
  "refunded",
  "cancelled",
  "lapsed",
] as const;
export type Standing = (typeof standings)[number];

/** How much of an order was shipped; `none` if nothing has to be shipped. */
export const shippingStates = ["none", "to-ship", "packed", "partly-shipped", "on-the-way", "arrived"] as const;
export type Shipping = (typeof shippingStates)[number];

/** States of an order's money: never received, requested, received, refund pending, refund failed, partly or wholly refunded. */
export const moneyStates = [
  "none",
  "open",
  "paid",
  "refund-asked",
  "refund-refused",
  "partly-refunded",
  "refunded",
] as const;
export type Money = (typeof moneyStates)[number];

/** Kinds of orders. Real: paid by real money, or free while the shop was live; test: paid by test money; sample: demo. */
export const orderKinds = ["real", "test", "sample"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Facts that determine how an order's standing is named. */
export interface Placed {
  standing: Standing | Shipping;
  shipping: Shipping;
  /** True if all parcels that did not arrive are lost. */
  isLost: boolean;
  /** True if all shipped pieces were returned. */
  isBack: boolean;
}
