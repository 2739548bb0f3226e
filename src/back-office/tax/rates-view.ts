import { fitting, listAddress, words } from "../list-address";

/** Address of a state's list of ranges: the searched ZIP or its first digits, and the index of the page's first range. */
export const rates = listAddress<{ zip: string; from: string | null }>("/settings/tax", {
  zip: words("zip", 5),
  from: fitting("from", (text) => /^[1-9]\d{0,3}$/.exec(text)?.[0] ?? null),
});
