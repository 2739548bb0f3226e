import { limits } from "~/shop/limits";
import { type Bag, isSameLine, type Line } from "./bag";

/**
 * The bag with a removed line at its place again; unchanged if the line was added again meanwhile, or the bag has its maximum of
 * lines.
 */
export const putBack = (bag: Bag, line: Line, place: number): Bag =>
  bag.length >= limits.bag.lines || bag.some((other) => isSameLine(other, line))
    ? bag
    : [...bag.slice(0, place), line, ...bag.slice(place)];
