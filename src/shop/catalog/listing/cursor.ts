import { z } from "zod";
import { ProductId } from "../product-id";
import { type Sort, sorts } from "./sort";

/** Position in a sorted list: rank, position and id of the last product. */
export type Place = [rank: number, position: number, id: string];

const Cursor = z.tuple([z.enum(Object.keys(sorts) as [Sort, ...Sort[]]), z.int(), z.int32(), ProductId]);

/** Encodes a position in a list as a cursor, which is valid only for the same sort order. */
export const cursorOf = ([rank, position, id]: Place, sort: Sort): string =>
  btoa(JSON.stringify([sort, rank, position, id]))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Decodes a cursor of the given sort order; undefined if it is invalid. */
export function placeOf(cursor: string, sort: Sort): Place | undefined {
  const parsed = Cursor.safeParse(parsedJson(cursor));
  if (!parsed.success || parsed.data[0] !== sort) return undefined;
  const [, rank, position, id] = parsed.data;
  return [rank, position, id];
}

function parsedJson(cursor: string): unknown {
  try {
    return JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return undefined;
  }
}
