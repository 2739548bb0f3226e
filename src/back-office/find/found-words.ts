import { letterForm, letterKeys } from "~/shop/texts/letters/letter-forms";
import { menuForms } from "~/shop/texts/menu-forms";
import { pageForms } from "~/shop/texts/page-forms";
import type { TextId } from "~/shop/publishing/text-id";
import { nameOfText } from "~/shop/publishing/text-names";
import type { FoundThing } from "../ui/hits";
import { textAddress } from "../texts/texts-address";
import { matches } from "./matching";

/** Kinds of texts that the palette finds by name: the note that it shows beside the name, and synonyms that merchants use. */
const KINDS = {
  page: { note: "Words of a page", also: "words texts page" },
  menu: { note: "Menu", also: "words links navigation menu" },
  letter: { note: "Letter", also: "words texts letter e-mail template" },
} as const;

const TEXTS: (TextId & { kind: keyof typeof KINDS })[] = [
  ...pageForms.map(({ key }) => ({ kind: "page" as const, id: key })),
  ...menuForms.map(({ key }) => ({ kind: "menu" as const, id: key })),
  ...letterKeys.map((id) => ({ kind: "letter" as const, id })),
];

/** Texts of pages, menus and letters whose name contains the query's words; none for an empty query. */
export const foundWords = (text: string): FoundThing[] =>
  text === ""
    ? []
    : TEXTS.filter((words) =>
        matches(
          text,
          nameOfText(words),
          KINDS[words.kind].also,
          words.kind === "letter" ? letterForm(words.id)?.when : "",
        ),
      ).map((words) => ({
        to: textAddress(words),
        name: nameOfText(words),
        note: KINDS[words.kind].note,
      }));
