import { cents } from "~/shop/money";

/** Sales tax in cents: always 0 until a merchant registers states. The only place that computes it. */
export const SALES_TAX = cents(0);
