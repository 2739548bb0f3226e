/** Message for a failed payment if the provider sent none. */
export const PAYMENT_FAILED = "Payment failed. Please try again.";
