import { cents } from "~/shop/money";

/** Sales tax, in cents, of a bag and of each line of an order: none until a merchant registers states. It is computed nowhere else. */
export const SALES_TAX = cents(0);
