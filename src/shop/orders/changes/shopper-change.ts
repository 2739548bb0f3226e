import type { Cents } from "~/shop/money";
import type { ChangeEnd, ChangePlan, ChangeState } from "./change-plan";

/** Pieces of a change with what they are of; `paid` is their price after discount, in cents. */
export interface ChangedGoods {
  key: string;
  name: string;
  size: string;
  color: string;
  image: string;
  quantity: number;
  paid: Cents;
  /** Goods that they replace. */
  instead?: { name: string; size: string; color: string };
}

/** A change as its shopper sees it, on its page and in letters. */
export interface ShopperChange {
  id: string;
  orderNumber: string;
  /** Number of the return whose exchange is paid; null for a change of the order. */
  returnNumber: string | null;
  state: ChangeState;
  endedBy: ChangeEnd | null;
  endsAt: Date | null;
  closedAt: Date | null;
  stays: ChangedGoods[];
  comes: ChangedGoods[];
  goes: ChangedGoods[];
  before: ChangePlan["before"];
  after: ChangePlan["sums"];
  difference: Cents;
  discountCode: string | null;
  /** Whether an earlier change of the order was applied. */
  isLater: boolean;
  /** Full name of the shopper, and the day of the purchase. */
  name: string;
  paidAt: Date | null;
  /** Money that has arrived for the order so far, without this change's own. */
  paid: Cents;
  method: "Credit Card" | "Klarna" | null;
  /** Message from the member who made the change, and the member's name. */
  words: string;
  by: string | null;
}
