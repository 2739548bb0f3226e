/** Reason why a gift card of an order was not made, after "Not made, ". A module of its own, so that the checkout does not load it. */
export const UNMADE = "because too many were bought with your payment card in 24 hours: its money goes back to you";
