import type { PaidCard } from "./gateway";

/** Names of brands by Stripe's name of each. */
const BRANDS: Record<string, string> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** A card as its owner knows it again: "Visa •••• 4242". */
export const cardWords = ({ brand, lastFour }: PaidCard): string => `${BRANDS[brand] ?? "Card"} •••• ${lastFour}`;
