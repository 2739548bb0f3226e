/** Words for a payment that failed without words of its own. */
export const PAYMENT_FAILED = "Payment failed. Please try again.";
