/** Steps that are counted where they are answered: a bag with goods was opened, a checkout with goods was begun. */
export const COUNTED_STEPS = ["bag", "checkout"] as const;
export type CountedStep = (typeof COUNTED_STEPS)[number];
