/** Most rules with dates, and most fees, of one state. */
export const MOST_RULES = 40;
export const MOST_FEES = 10;
