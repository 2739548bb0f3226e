import { data } from "react-router";

/** The number of the import that an address names; anything else is not found. */
export function importNumber({ number = "" }: { number?: string }): number {
  if (!/^\d{1,9}$/.test(number)) throw data(null, { status: 404 });
  return Number(number);
}
