import { fitting, listAddress, words } from "../list-address";

/** Address of a state's ranges: a searched ZIP or its beginning, and the number of the first range of a page. */
export const rates = listAddress<{ zip: string; from: string | null }>("/settings/tax", {
  zip: words("zip", 5),
  from: fitting("from", (text) => /^[1-9]\d{0,3}$/.exec(text)?.[0] ?? null),
});
