/** Change of an order, as the page about the order shows it to the shopper. */
export interface ShownChange {
  id: string;
  text: string;
  /** Amount and URL of the page to pay it; null for an applied change. */
  pay: { amount: string; url: string } | null;
}
