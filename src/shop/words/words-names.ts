import { menuForms } from "~/shop/texts/menu-forms";
import { pageForms } from "~/shop/texts/page-forms";
import type { WordsId } from "./words-id";

const KINDS: Partial<Record<WordsId["kind"], string>> = { faq: "A question of the FAQ" };

/** Name of a text for members where its own words are not known. */
export const nameOfWords = ({ kind, id }: WordsId): string =>
  (kind === "menu" ? menuForms.find(({ key }) => key === id) : pageForms.find(({ key }) => key === id))?.name ??
  KINDS[kind] ??
  "A text";
