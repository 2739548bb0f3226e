import { SHOWN_LETTERS } from "~/shop/blog/article";
import { fillBraces } from "~/shop/fill-braces";
import { Section } from "../../ui/section";
import type { searchResult } from "./search-result.server";

type Result = NonNullable<Awaited<ReturnType<typeof searchResult>>>;

/** Preview of the page in search results with the typed texts; the description is cut to the length that search engines show. */
export function SearchResult({
  place,
  made,
  shopName,
  quotes,
  typed,
}: Result & { typed: Readonly<Record<string, string | undefined>> }) {
  const filled = (text: string) => fillBraces(text, quotes);
  const own = filled(typed.title?.trim() ?? "");
  const title = own === "" ? made.title : own.includes(shopName) ? own : `${own} | ${shopName}`;
  const words = filled(typed.words?.trim() ?? "") || made.words;
  return (
    <Section title="As it is found" note={typed.title || typed.words ? "with your words" : "as the page makes it"}>
      <div className="snippet">
        <p className="snippet__place">{place}</p>
        <p className="snippet__title">{title}</p>
        <p className="small">{shown(words)}</p>
      </div>
      <p className="small dust">
        {`Title: ${title.length} of ${SHOWN_LETTERS.searchTitle} letters. Sentence: ${words.length} of ${SHOWN_LETTERS.searchWords} letters; what is beyond is cut.`}
      </p>
    </Section>
  );
}

/** Cuts a text to the length that search results show, between two words. */
const shown = (text: string): string =>
  text.length <= SHOWN_LETTERS.searchWords
    ? text
    : `${text.slice(0, SHOWN_LETTERS.searchWords).replace(/\s+\S*$/, "")} …`;
