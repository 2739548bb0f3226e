import type { Cents } from "~/shop/money";
import type { ChangeEnd, ComputedChange, ChangeState } from "./computed-change";

/** Goods of a change, with name, size and color; `paid` is the price of these pieces after discount, in cents. */
export interface ChangedGoods {
  key: string;
  name: string;
  size: string;
  color: string;
  image: string;
  quantity: number;
  paid: Cents;
  /** Goods that these replace. */
  instead?: { name: string; size: string; color: string };
}

/** Change as the shopper's page and letters show it. */
export interface ShopperChange {
  id: string;
  orderNumber: string;
  /** Number of the return whose exchange has this difference; null for a change of the order. */
  returnNumber: string | null;
  state: ChangeState;
  endedBy: ChangeEnd | null;
  endsAt: Date | null;
  closedAt: Date | null;
  stays: ChangedGoods[];
  comes: ChangedGoods[];
  goes: ChangedGoods[];
  before: ComputedChange["before"];
  after: ComputedChange["sums"];
  difference: Cents;
  discountCode: string | null;
  /** Whether an earlier change of the order was applied. */
  isLater: boolean;
  /** Full name of the shopper; `paidAt` is the time of the purchase. */
  name: string;
  paidAt: Date | null;
  /** Money received for the order so far, without the payment of this change. */
  paid: Cents;
  method: "Credit Card" | "Klarna" | null;
  /** Message from the member who made the change, and the member's name. */
  words: string;
  by: string | null;
}
