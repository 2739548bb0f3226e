import { toSVG } from "bwip-js/node";

/** Modules that stay white at both sides: what a scanner needs. */
const QUIET = 10;

/** A number as Code 128 in SVG, digits two at a time (set C), one unit a module; what is no letter or digit is left out. */
export const barCode = (number: string): string =>
  toSVG({
    bcid: "code128",
    text: number.replace(/[^\dA-Z]/g, ""),
    scale: 1,
    height: 8,
    paddingleft: QUIET,
    paddingright: QUIET,
  });
