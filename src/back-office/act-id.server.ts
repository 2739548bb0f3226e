import { createHash } from "node:crypto";

/** The id of one act of a page: the page's own id with what is done, so that each is done once however often it is sent. */
export function actId(page: string, act: string): string {
  const hex = createHash("sha256").update(`${page} ${act}`).digest("hex");
  // Version 8: a UUID whose bits are the maker's own.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(12, 15)}`, `a${hex.slice(15, 18)}`, hex.slice(18, 30)].join(
    "-",
  );
}
