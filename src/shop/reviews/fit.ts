/** Fit of a piece, as its buyer says. */
export const fits = ["tight", "true", "loose"] as const;
export type Fit = (typeof fits)[number];

/** Words of each fit, in forms and under a review; they are those of the scale of all reviews. */
export const fitWords: Record<Fit, string> = { tight: "Fits tight", true: "True to size", loose: "Loose" };
