import { toSVG } from "bwip-js/node";

/** Width of the white margin at both sides that scanners need, in modules. */
const QUIET = 10;

/**
 * Draws the digits of a number as a Code 128 bar code in SVG: two digits per symbol (set C), one unit per module; ignores other
 * characters.
 */
export const barCode = (number: string): string =>
  toSVG({
    bcid: "code128",
    text: number.replace(/[^\dA-Z]/g, ""),
    scale: 1,
    height: 8,
    paddingleft: QUIET,
    paddingright: QUIET,
  });
