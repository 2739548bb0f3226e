import { pageForms, type PageForm } from "~/shop/texts/page-forms";
import type { WordsId } from "~/shop/words/words-id";

/** Address of a text's page in the back office. */
export const wordsAddress = ({ kind, id }: WordsId): string =>
  kind === "faq" ? `/words/faq/${id}` : `/words/${formOf(id)?.slug ?? id}`;

/** Form of a page, by its stored key. */
export const formOf = (key: string): PageForm | undefined => pageForms.find((form) => form.key === key);

/** The text that an address names; undefined for an unknown one. */
export function wordsAt({ page = "", question }: { page?: string; question?: string }): WordsId | undefined {
  if (page === "faq") return question === undefined ? undefined : { kind: "faq", id: question.replaceAll("\0", "") };
  const form = question === undefined ? pageForms.find(({ slug }) => slug === page) : undefined;
  return form && { kind: "page", id: form.key };
}

/** Public address that shows a text. */
export const publicAddress = ({ kind, id }: WordsId): string =>
  kind === "faq" ? "/faqs" : (formOf(id)?.address ?? "/");
