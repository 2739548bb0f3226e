interface NotCancelled {
  isCancelled: boolean;
  /** Whether a parcel of the order was sent. */
  hasLeft: boolean;
  /** Whether an amount of the order can still be refunded; null for members who may not see money. */
  isMoneyLeft: boolean | null;
  mayRefund: boolean;
}

/** Reason why an order cannot be cancelled, and the step that a member can take instead, if any. */
export function whyNotCancelled({ isCancelled, hasLeft, isMoneyLeft, mayRefund }: NotCancelled): string {
  if (isCancelled) return "It is cancelled: its money goes back once, its pieces are in stock again.";
  const gone = isMoneyLeft === false ? "all of its money has gone back" : "money has gone back";
  const instead = isMoneyLeft && mayRefund ? " Refund what is left instead." : "";
  return `It cannot be cancelled any more: ${hasLeft ? "a parcel has left" : gone}.${instead}`;
}
