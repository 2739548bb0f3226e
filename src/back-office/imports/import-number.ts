import { data } from "react-router";

/** Number of an import in an address. Throws a 404 response for anything else. */
export function importNumber({ number = "" }: { number?: string }): number {
  if (!/^\d{1,9}$/.test(number)) throw data(null, { status: 404 });
  return Number(number);
}
