import { z } from "zod";
import { ProductId } from "../product-id";
import { type Sort, sorts } from "./sort";

/** Where a page of products ended: the rank in its order, the position and the id of its last one. */
export type Place = [rank: number, position: number, id: string];

const Cursor = z.tuple([z.enum(Object.keys(sorts) as [Sort, ...Sort[]]), z.int(), z.int32(), ProductId]);

/** A place in one order, as an address writes it. */
export const cursorOf = ([rank, position, id]: Place, sort: Sort): string =>
  btoa(JSON.stringify([sort, rank, position, id]))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The place that a cursor of this order names; nothing for what is none. */
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
