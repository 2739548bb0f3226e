import { Fragment } from "react";
import { Link } from "react-router";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import type { PageTexts } from "~/shop/texts/page-texts";
import type { Reading } from "./readings";

/** Note on how a query was interpreted, if not word by word. */
export function ReadAs({ readings }: { readings: Reading[] }) {
  if (readings.length === 0) return null;
  return (
    <p className="results__read muted" role="status">
      We read{" "}
      {readings.map(({ typed, as }, place) => (
        <Fragment key={typed}>
          {place > 0 && ", "}“{typed}” as <b>{as.kind === "words" ? as.words.join(" or ") : `a ${as.kind}`}</b>
        </Fragment>
      ))}
      .
    </p>
  );
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
          action={<ButtonLink to="/shop/new-arrivals">Continue Shopping</ButtonLink>}
        />
      )}
      {collections}
    </>
  );
}
