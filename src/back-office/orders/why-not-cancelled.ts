interface NotCancelled {
  isCancelled: boolean;
  /** Whether a parcel of the order has left. */
  hasLeft: boolean;
  /** Whether money of the order is left to refund; null for members who do not see it. */
  isMoneyLeft: boolean | null;
  mayRefund: boolean;
}

/** Reason why an order cannot be cancelled, and the step that is left where there is one. */
export function whyNotCancelled({ isCancelled, hasLeft, isMoneyLeft, mayRefund }: NotCancelled): string {
  if (isCancelled) return "It is cancelled: its money goes back once, its pieces are in stock again.";
  const gone = isMoneyLeft === false ? "all of its money has gone back" : "money has gone back";
  const instead = isMoneyLeft && mayRefund ? " Refund what is left instead." : "";
  return `It cannot be cancelled any more: ${hasLeft ? "a parcel has left" : gone}.${instead}`;
}
