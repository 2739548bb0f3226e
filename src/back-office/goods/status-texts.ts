import type { Sign } from "../ui/state";

/** Status of a product in words, with its sign. */
export const statusWords = {
  published: { name: "On the shop", sign: "full" },
  draft: { name: "Draft", sign: "here" },
  archived: { name: "Put away", sign: "over" },
} as const satisfies Record<string, { name: string; sign: Sign }>;

/** Names of a status within a sentence of the log; the usual names read as an act there. */
export const stateWords: Record<Status, string> = { published: "on the shop", draft: "a draft", archived: "put away" };

export type Status = keyof typeof statusWords;
export const statuses = Object.keys(statusWords) as [Status, ...Status[]];

export const isStatus = (text: string | undefined): text is Status =>
  text !== undefined && Object.hasOwn(statusWords, text);

/** Name of each missing fact, and the field that provides it. */
export const needPlaces = {
  name: { name: "Name", field: "name" },
  price: { name: "Price", field: "price" },
  picture: { name: "Picture", field: "pictures" },
  category: { name: "Category", field: "categoryId" },
  kindForTax: { name: "Tax kind", field: "kindForTax" },
} as const;
