// One file for the browser of all that only shoppers with a gift card or a code need (`loadCards`).
export { CardTotals } from "./card-totals";
export { CodeForm } from "./code-form";
export { paidByCards } from "./paid-by-cards";
export { recheckCards } from "./typed-code";
