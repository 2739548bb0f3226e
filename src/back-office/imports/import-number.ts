import { data } from "react-router";

/** Parses the number of an import in an address. Throws a response with status 404 if it is not a number. */
export function importNumber({ number = "" }: { number?: string }): number {
  if (!/^\d{1,9}$/.test(number)) throw data(null, { status: 404 });
  return Number(number);
}
