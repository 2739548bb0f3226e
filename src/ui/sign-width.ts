/** Measured widths of Barlow Condensed 700's capitals in ems; others are about as wide as an O. */
const WIDTHS: Record<string, number> = {
  " ": 0.2,
  "'": 0.17,
  "-": 0.331,
  "&": 0.603,
  "%": 0.754,
  "1": 0.284,
  E: 0.438,
  F: 0.421,
  I: 0.23,
  L: 0.426,
  M: 0.548,
  N: 0.514,
  W: 0.689,
  Z: 0.412,
};
const USUAL = 0.47;
/** `--track-sign` of the theme. */
const TRACKING = -0.012;

/** Width of a sign's text in ems: column width divided by it is the font size that fills the column. */
export const signWidth = (words: string): number =>
  [...words.toUpperCase()].reduce((width, letter) => width + (WIDTHS[letter] ?? USUAL) + TRACKING, 0);
