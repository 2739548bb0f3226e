import { letterForm, letterKeys } from "~/shop/texts/letters/letter-forms";
import { communityForms, COMMUNITY_KINDS, isCommunityKind } from "~/shop/community/community-forms";
import { searchPage, searchPages } from "~/shop/publishing/search-pages";
import { menuForms, type MenuForm } from "~/shop/texts/menu-forms";
import type { PageForm } from "~/shop/texts/page-form";
import { pageForms } from "~/shop/texts/page-forms";
import type { TextId } from "~/shop/publishing/text-id";

/** Address of a text's page in the back office. */
export const textAddress = ({ kind, id }: TextId): string => {
  if (kind === "faq") return `/words/faq/${id}`;
  if (kind === "article") return `/words/articles/${id}`;
  if (kind === "letter") return `/words/letters/${id}`;
  if (kind === "search") return `/words/search-results/${id}`;
  if (isCommunityKind(kind)) return `/words/${communityForms[kind].slug}/${id}`;
  return `/words/${(kind === "menu" ? menuOf(id) : formOf(id))?.slug ?? id}`;
};

/** Form of a page, by the page's stored key. */
export const formOf = (key: string): PageForm | undefined => pageForms.find((form) => form.key === key);

/** Form of a menu, by the menu's stored name. */
export const menuOf = (key: string): MenuForm | undefined => menuForms.find((form) => form.key === key);

interface WordsParams {
  page?: string;
  question?: string;
  article?: string;
}

/** Text to which the parameters of an address belong; undefined for an unknown one. */
export function wordsAt({ page = "", question, article }: WordsParams): TextId | undefined {
  const named = page === "articles" ? question : article;
  if (named !== undefined) return { kind: "article", id: named };
  if (page === "faq") return question === undefined ? undefined : { kind: "faq", id: question };
  if (page === "letters") return letterWordsAt(question);
  if (page === "search-results" && question !== undefined) {
    const id = searchPages.find(({ key }) => key === question)?.key;
    return id === undefined ? undefined : { kind: "search", id };
  }
  const kind = COMMUNITY_KINDS.find((each) => communityForms[each].slug === page);
  if (kind) return question === undefined ? undefined : { kind, id: question };
  if (question !== undefined) return undefined;
  const form = pageForms.find(({ slug }) => slug === page);
  if (form) return { kind: "page", id: form.key };
  const menu = menuForms.find(({ slug }) => slug === page);
  return menu && { kind: "menu", id: menu.key };
}

function letterWordsAt(key: string | undefined): TextId | undefined {
  const id = letterKeys.find((each) => each === key);
  return id && { kind: "letter", id };
}

/** Address on the shop that shows a text. */
export const publicAddress = ({ kind, id }: TextId): string => {
  if (kind === "faq") return "/faqs";
  if (kind === "article") return "/blogs";
  if (kind === "search") return searchPage(id)?.address ?? "/";
  if (kind === "chapter" || kind === "event") return "/community";
  // The main menu is shown open on the home page; the other menus are on every page.
  if (kind === "menu") return id === "main" ? "/" : "/about";
  return formOf(id)?.address ?? "/";
};

/** Name of a text if it does not depend on the text itself; undefined for questions, articles and community records. */
export const fixedName = ({ kind, id }: TextId): string | undefined =>
  kind === "faq" || kind === "article" || isCommunityKind(kind)
    ? undefined
    : kind === "search"
      ? `${searchPage(id)?.name ?? "A page"} in search results`
      : (kind === "menu" ? menuOf(id) : kind === "letter" ? letterForm(id) : formOf(id))?.name;
