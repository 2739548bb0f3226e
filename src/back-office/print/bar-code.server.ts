import { toSVG } from "bwip-js/node";

/** Blank modules at both sides, as scanners need them. */
const QUIET = 10;

/** A number as Code 128 in SVG, two digits per symbol (set C), one unit a module; other characters are left out. */
export const barCode = (number: string): string =>
  toSVG({
    bcid: "code128",
    text: number.replace(/[^\dA-Z]/g, ""),
    scale: 1,
    height: 8,
    paddingleft: QUIET,
    paddingright: QUIET,
  });
