import { byName } from "~/platform/by-name";
import type { PaidCard } from "./gateway";

/** Display names of card brands, by Stripe's code. */
const BRANDS = byName<string>({
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
});

/** Short description of a card for its owner: "Visa •••• 4242". No line ends between the dots and the digits. */
export const cardWords = ({ brand, lastFour }: PaidCard): string => `${BRANDS[brand] ?? "Card"} ••••\u00a0${lastFour}`;
