import { toSVG } from "bwip-js/node";

/** Width of the white margin at both sides that scanners need, in modules. */
const QUIET = 10;

/** Draws the digits of a number as a Code 128 bar code (set C, two digits per symbol) in SVG, with one unit per module. */
export const barCode = (number: string): string =>
  toSVG({
    bcid: "code128",
    text: number.replace(/[^\dA-Z]/g, ""),
    scale: 1,
    height: 8,
    paddingleft: QUIET,
    paddingright: QUIET,
  });
