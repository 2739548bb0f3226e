/** Maximum number of dated rules, and of fees, of one state. */
export const MOST_RULES = 40;
export const MOST_FEES = 10;
