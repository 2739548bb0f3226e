import { Link } from "react-router";
import { counted } from "../count-texts";
import { ButtonLink } from "../ui/button";
import { Notice } from "../ui/notice";
import { Section } from "../ui/section";
import { ChangesTable } from "./changes-table";
import type { importPage } from "./import-screen.server";
import { ProductsTable } from "./products-table";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

/** Additions and changes by a file, the first of each; and what of it is left out. */
export function WhatComes({ entry: { id, counts, products, changes, notes, columnsLeftOut } }: { entry: Entry }) {
  return (
    <>
      {products.length > 0 && (
        <Section
          title={counted(counts.products, "new product")}
          note={
            counts.products > products.length && (
              <Link className="link small" to={`/imports/${id}/rows/new`}>
                See all {counts.products.toLocaleString("en-US")}
              </Link>
            )
          }
        >
          <ProductsTable rows={products} />
        </Section>
      )}
      {changes.rows.length > 0 && (
        <Section
          title="What changes"
          note={
            changes.isMore && (
              <Link className="link small" to={`/imports/${id}/rows/changed`}>
                See all that changes
              </Link>
            )
          }
        >
          <ChangesTable rows={changes.rows} />
        </Section>
      )}
      {notes.length > 0 && (
        <Section title="What stays as it is, and why">
          <ChangesTable rows={notes} />
        </Section>
      )}
      {columnsLeftOut.length > 0 && (
        <details className="import-left-out">
          <summary>{counted(columnsLeftOut.length, "column is", "columns are")} left out</summary>
          <ul>
            {columnsLeftOut.map(({ header, why }, place) => (
              <li key={place}>
                {header}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Said of a file that would change nothing. */
export function NothingToDo({ entry: { counts, namesNoProduct, hasStock, takesStock } }: { entry: Entry }) {
  if (namesNoProduct || counts.rows === 0 || counts.same < counts.rows) return null;
  return (
    <Notice title="Everything in this file is as it is in the shop. There is nothing to import.">
      {hasStock && !takesStock && <p>Its numbers of pieces are not looked at. Tick the stock below to compare them.</p>}
    </Notice>
  );
}

/** The sale prices that end by a file, before all else that changes. */
export function EndedSales({ entry: { endedSales: sales, dialect } }: { entry: Entry }) {
  if (sales.count === 0) return null;
  return (
    <Notice title={`${counted(sales.count, "sale price ends", "sale prices end")} by this file: ${sales.named}`}>
      <p>{WHY_ENDED[dialect]}</p>
    </Notice>
  );
}

const WHY_ENDED: Record<Entry["dialect"], string> = {
  own: "Their cells under Sale price are empty. To keep them, leave that column out under Columns.",
  shopify: "They have no compare-at price in the file, so they cost their price there.",
  woocommerce: "Their sale is over, or has not begun, in the file.",
  other: "They have no compare-at price in the file, or its sale is over.",
};

/** Other fields that a file empties, kind by kind. */
export function ClearedCells({ entry: { cleared, dialect } }: { entry: Entry }) {
  if (cleared.length === 0) return null;
  const count = cleared.reduce((sum, each) => sum + each.count, 0);
  return (
    <Notice title={`This file empties what stands in ${counted(count, "place")}`}>
      <ul>
        {cleared.map(({ what, count: rows, named }) => (
          <li key={what}>
            {what}, {counted(rows, "row")}: {named}
          </li>
        ))}
      </ul>
      <p>
        {dialect === "own"
          ? "Their cells are empty, and this file shows all that stands. To keep it, leave the column out under Columns."
          : "Their cells say (empty)."}
      </p>
    </Notice>
  );
}

const NAMED = 6;

/** Words of the file that are none of the shop's categories, and where to choose one for them. */
export function UnknownCategories({ id, words }: { id: number; words: string[] }) {
  if (words.length === 0) return null;
  const named = words.slice(0, NAMED).join(", ");
  return (
    <Notice
      title={`${counted(words.length, "word of the file is", "words of the file are")} no category here: ${named}${words.length > NAMED ? ", \u2026" : ""}`}
      action={
        <ButtonLink look="main" to={`/imports/${id}/columns#categories`}>
          Choose categories
        </ButtonLink>
      }
    >
      <p>Choose one for each, or make it. A product without one stays a draft.</p>
    </Notice>
  );
}
