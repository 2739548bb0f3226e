/** Steps that the server counts: a bag with goods was opened, a checkout with goods was begun. */
export const COUNTED_STEPS = ["bag", "checkout"] as const;
export type CountedStep = (typeof COUNTED_STEPS)[number];

/** Request header that names the step for which the browser requests the products of a bag. */
export const STEP_HEADER = "x-step";

/** Parses the header's value; undefined for a text that is no step. */
export const stepIn = (text: string | undefined): CountedStep | undefined =>
  COUNTED_STEPS.find((step) => step === text);
