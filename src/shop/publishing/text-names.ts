import { letterForm } from "~/shop/texts/letters/letter-forms";
import { searchPage } from "./search-pages";
import { menuForms } from "~/shop/texts/menu-forms";
import { pageForms } from "~/shop/texts/page-forms";
import type { TextId } from "./text-id";

const KINDS: Partial<Record<TextId["kind"], string>> = {
  faq: "A question of the FAQ",
  article: "An article",
  chapter: "A chapter",
  event: "An event",
  film: "A film",
  post: "A rider's post",
};

/** Name of a record for members, if its own title is not available. */
export const nameOfText = ({ kind, id }: TextId): string => namedForm({ kind, id })?.name ?? KINDS[kind] ?? "A text";

function namedForm({ kind, id }: TextId): { name: string } | undefined {
  if (kind === "letter") return letterForm(id);
  if (kind === "search") return searchPage(id);
  return kind === "menu" ? menuForms.find(({ key }) => key === id) : pageForms.find(({ key }) => key === id);
}
