/** Widths of Barlow Condensed 700's capitals in ems, measured; other characters count as wide as an O. */
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
/** Letter spacing in ems; equals `--track-sign` in the theme. */
const TRACKING = -0.012;

/** Width of a text in ems. Dividing a column's width by it gives the font size at which the text fills the column. */
export const signWidth = (words: string): number =>
  [...words.toUpperCase()].reduce((width, letter) => width + (WIDTHS[letter] ?? USUAL) + TRACKING, 0);
