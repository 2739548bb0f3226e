/** Steps that are counted where they are answered: a bag with goods was opened, a checkout with goods was begun. */
export const COUNTED_STEPS = ["bag", "checkout"] as const;
export type CountedStep = (typeof COUNTED_STEPS)[number];

/** Header by which the browser says for which step it asks about the goods of a bag. */
export const STEP_HEADER = "x-step";

/** A step by its header; undefined for any other text. */
export const stepIn = (text: string | undefined): CountedStep | undefined =>
  COUNTED_STEPS.find((step) => step === text);
