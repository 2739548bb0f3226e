import type { Sign } from "../ui/state";

/** Name and sign of each status of a product. */
export const statusWords = {
  published: { name: "On the shop", sign: "full" },
  draft: { name: "Draft", sign: "here" },
  archived: { name: "Put away", sign: "over" },
} as const satisfies Record<string, { name: string; sign: Sign }>;

/** Names of the statuses inside sentences of the log, where the usual names would sound like an act. */
export const stateWords: Record<Status, string> = { published: "on the shop", draft: "a draft", archived: "put away" };

export type Status = keyof typeof statusWords;
export const statuses = Object.keys(statusWords) as [Status, ...Status[]];

export const isStatus = (text: string | undefined): text is Status =>
  text !== undefined && Object.hasOwn(statusWords, text);

/** Name of each field that publishing needs, and the form field where it is entered. */
export const needPlaces = {
  name: { name: "Name", field: "name" },
  price: { name: "Price", field: "price" },
  picture: { name: "Picture", field: "pictures" },
  category: { name: "Category", field: "categoryId" },
  kindForTax: { name: "Tax kind", field: "kindForTax" },
} as const;
