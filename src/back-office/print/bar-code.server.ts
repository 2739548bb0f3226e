import { toSVG } from "bwip-js/node";

/** Width of the white margin at both sides that scanners need, in modules. */
const QUIET = 10;

/** Draws the number of an order or a return as a Code 128 bar code in SVG, one unit per module; two digits are one symbol. */
export const barCode = (number: string): string =>
  toSVG({
    bcid: "code128",
    text: number.replace(/[^\dA-Z]/g, ""),
    scale: 1,
    height: 8,
    paddingleft: QUIET,
    paddingright: QUIET,
  });
