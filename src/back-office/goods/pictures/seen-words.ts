import type { GoodsPicture } from "~/shop/catalog/pictures/product-pictures.server";
import { wordsField } from "./picture-upload";

/** Lists of pictures, as far as their words are concerned. */
export type Lists = readonly { pictures: readonly Pick<GoodsPicture, "path" | "picture">[] }[];

const shownIn = (lists: Lists) =>
  lists.flatMap(({ pictures }) => pictures.flatMap(({ path, picture }) => (picture ? [{ ...picture, path }] : [])));

/** The words of pictures and their versions as a form shows them, by path. */
export const seenWords = (lists: Lists): Record<string, { alt: string; version: number }> =>
  Object.fromEntries(shownIn(lists).map(({ path, alt, version }) => [path, { alt, version }]));

/** The words of pictures as their fields show them, by the names of the fields. */
export const formatWords = (lists: Lists): Record<string, string> =>
  Object.fromEntries(shownIn(lists).map(({ path, alt }) => [wordsField(path), alt]));
