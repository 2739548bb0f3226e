import { Fragment } from "react";
import { Link } from "react-router";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import type { PageTexts } from "~/shop/texts/page-texts";
import { formatRound } from "~/shop/money";
import type { Reading } from "./readings";

/**
 * Note on how a query was interpreted, if not word by word; on the words that no product shown has, and on those that were not
 * searched.
 */
export function ReadAs({ readings }: { readings: Reading[] }) {
  if (readings.length === 0) return null;
  const read = readings.filter(({ as }) => as.kind !== "dropped" && as.kind !== "unsearched");
  return (
    <p className="results__read muted" role="status">
      {read.length > 0 && "We read "}
      {read.map((reading, place) => (
        <Fragment key={reading.typed}>
          {place > 0 && ", "}“{reading.typed}” as <b>{wordsFor(reading)}</b>
        </Fragment>
      ))}
      {read.length > 0 && ". "}
      {quoted(readings, "dropped", (words) => `Nothing here is ${words}, so these match the rest. `)}
      {quoted(readings, "unsearched", (words) => `Goods without something cannot be searched: ${words} was left out. `)}
    </p>
  );
}

function quoted(readings: Reading[], kind: Reading["as"]["kind"], sentence: (words: string) => string): string | null {
  const words = readings.filter(({ as }) => as.kind === kind).map(({ typed }) => `“${typed}”`);
  return words.length > 0 ? sentence(words.join(" or ")) : null;
}

function wordsFor({ as }: Reading): string {
  if (as.kind === "words") return as.words.join(" or ");
  if (as.kind !== "price") return `a ${as.kind}`;
  const [least, most] = [as.least, as.most].map((price) => (price === undefined ? "" : formatRound(price)));
  return least && most ? `${least} to ${most}` : most ? `up to ${most}` : `from ${least}`;
}

interface NothingFoundProps {
  words: Pick<PageTexts<"search">, "nothing" | "others" | "ways">;
  query: string;
  /** Other searches that have results. */
  offers: string[];
  /** Links to listings. */
  ways: { to: string; title: string }[];
  /** Whether pages or answers match the query. */
  isAnswered: boolean;
}

/** Page without products: the query, searches with results, and the collections. */
export function NothingFound({ words: texts, query, offers, ways, isAnswered }: NothingFoundProps) {
  const searches = offers.length > 0 && (
    <nav className="results__ways" aria-label="Searches that find something">
      <b>{texts.others.heading}</b>
      {offers.map((words) => (
        <Link className="chip" key={words} to={`/search?${new URLSearchParams({ query: words }).toString()}`}>
          {words}
        </Link>
      ))}
    </nav>
  );
  const collections = (
    <nav className="results__ways" aria-label="Collections">
      <b>{texts.ways.heading}</b>
      {ways.map(({ to, title }) => (
        <Link className="chip" key={to} to={to}>
          {title}
        </Link>
      ))}
    </nav>
  );
  return (
    <>
      {searches}
      {!isAnswered && (
        <EmptyState
          title={texts.nothing.title}
          text={texts.nothing.text.replace("{query}", () => query)}
          action={<ButtonLink to="/">Continue Shopping</ButtonLink>}
        />
      )}
      {collections}
    </>
  );
}
