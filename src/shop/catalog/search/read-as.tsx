import { Fragment } from "react";
import { Link } from "react-router";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { collections } from "../collections";
import type { Reading } from "./readings";

/** Message how a query was interpreted, if not word by word. */
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

const WAYS_ON = ["men", "women", "accessories", "headwear", "new-arrivals"] as const;

interface NothingFoundProps {
  query: string;
  /** Searches with results. */
  offers: string[];
  /** Whether pages answer the query. */
  isAnswered: boolean;
}

/** Page without products: the query, searches with results, and the collections. */
export function NothingFound({ query, offers, isAnswered }: NothingFoundProps) {
  const links = (
    <>
      {offers.length > 0 && (
        <nav className="results__ways" aria-label="Searches that find something">
          <b>Try</b>
          {offers.map((words) => (
            <Link className="chip" key={words} to={`/search?${new URLSearchParams({ query: words }).toString()}`}>
              {words}
            </Link>
          ))}
        </nav>
      )}
      <nav className="results__ways" aria-label="Collections">
        <b>Or look in</b>
        {WAYS_ON.map((key) => (
          <Link className="chip" key={key} to={`/shop/${key}`}>
            {collections[key]}
          </Link>
        ))}
      </nav>
    </>
  );
  if (isAnswered) return links;
  return (
    <>
      {links}
      <EmptyState
        title="No Products Available"
        text={`Nothing in the shop goes by "${query}": no name, category, color, size or material.`}
        action={<ButtonLink to="/shop/new-arrivals">Continue Shopping</ButtonLink>}
      />
    </>
  );
}
