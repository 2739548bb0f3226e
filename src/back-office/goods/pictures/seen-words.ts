import type { GoodsPicture } from "~/shop/catalog/pictures/product-pictures.server";
import { wordsField } from "./pictures-address";

/** Lists of pictures with the fields that are needed for their alternative texts. */
export type Lists = readonly { pictures: readonly Pick<GoodsPicture, "path" | "picture">[] }[];

const shownIn = (lists: Lists) =>
  lists.flatMap(({ pictures }) => pictures.flatMap(({ path, picture }) => (picture ? [{ ...picture, path }] : [])));

/** Alternative texts of pictures and their versions, as a form shows them, by path. */
export const seenWords = (lists: Lists): Record<string, { alt: string; version: number }> =>
  Object.fromEntries(shownIn(lists).map(({ path, alt, version }) => [path, { alt, version }]));

/** Values of the fields for alternative texts, by field name. */
export const formatWords = (lists: Lists): Record<string, string> =>
  Object.fromEntries(shownIn(lists).map(({ path, alt }) => [wordsField(path), alt]));
