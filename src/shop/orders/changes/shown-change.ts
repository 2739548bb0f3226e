/** A change of an order on its shopper's page. */
export interface ShownChange {
  id: string;
  text: string;
  /** Sum and address to pay it; null for a change that was made. */
  pay: { amount: string; url: string } | null;
}
