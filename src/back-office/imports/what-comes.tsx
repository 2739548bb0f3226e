import { Link } from "react-router";
import { counted } from "../count-words";
import { ButtonLink } from "../ui/button";
import { Notice } from "../ui/notice";
import { Section } from "../ui/section";
import { ChangesTable, NotesTable } from "./changes-table";
import type { importPage } from "./import-screen.server";
import { ProductsTable } from "./products-table";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

/** Section with the first new and changed products of a file, and ignored columns. */
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
      <Notes id={id} notes={notes} />
      {columnsLeftOut.length > 0 && (
        <details className="import-left-out">
          <summary>
            <span className="link">{counted(columnsLeftOut.length, "column is", "columns are")} left out</span>
          </summary>
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

/** Section with notes about rows that are imported in spite of the note. */
function Notes({ id, notes }: Pick<Entry, "id" | "notes">) {
  if (notes.rows.length === 0) return null;
  return (
    <Section
      title="Notes"
      note={
        notes.isMore ? (
          <Link className="link small" to={`/imports/${id}/rows/notes`}>
            See all notes
          </Link>
        ) : (
          "These rows go in all the same"
        )
      }
    >
      <NotesTable rows={notes.rows} />
    </Section>
  );
}

/** Notice about a file that would change nothing. */
export function NothingToDo({ entry: { counts, namesNoProduct, hasStock, takesStock } }: { entry: Entry }) {
  if (namesNoProduct || counts.same === 0 || counts.same + counts.giftCards < counts.rows) return null;
  return (
    <Notice isQuiet title="Everything in this file is as it is in the shop. There is nothing to import.">
      {hasStock && !takesStock && <p>Its numbers of pieces are not looked at. Tick the stock below to compare them.</p>}
    </Notice>
  );
}

/** Notice about sale prices that a file ends, shown above all other changes. */
export function EndedSales({ entry: { endedSales: sales, whyEnded } }: { entry: Entry }) {
  if (sales.count === 0) return null;
  return (
    <Notice title={`${counted(sales.count, "sale price ends", "sale prices end")} by this file: ${sales.named}`}>
      <p>{whyEnded}</p>
    </Notice>
  );
}

/** Notice about other fields that a file empties, by field. */
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

/** Notice about texts that were too long, with a link to the file of problems, which has the whole cells. */
export function UnfitTexts({ entry: { id, unfit } }: { entry: Entry }) {
  if (unfit.count === 0) return null;
  return (
    <Notice title={`${counted(unfit.count, "row has a text that does", "rows have texts that do")} not fit`}>
      <ul>
        {unfit.named.map(({ row, name, words }) => (
          <li key={row}>
            Row {row}
            {name && ` (${name})`}: {words.join("; ")}
          </li>
        ))}
      </ul>
      <p>
        <a className="link" href={`/back-office/imports/${id}/left-out`}>
          Save these rows as a file
        </a>
        , with the whole cells.
      </p>
    </Notice>
  );
}

const NAMED = 6;

type Words = Entry["unknownCategories"];

/**
 * Notice about what keeps new products drafts: words of the file that match no category or several, and categories without a usual tax
 * kind. Both are chosen on the page Columns.
 */
export function StayDrafts({ entry: { id, unknownCategories: words, withoutKind } }: { entry: Entry }) {
  if (words.length + withoutKind === 0) return null;
  const kinds = `${counted(withoutKind, "new product has", "new products have")} no kind for tax and ${withoutKind === 1 ? "stays a draft" : "stay drafts"}`;
  return (
    <Notice
      title={words.length > 0 ? unknownWords(words) : kinds}
      action={
        <ButtonLink to={`/imports/${id}/columns#categories`}>
          {words.length > 0 ? "Choose categories" : "Choose kinds by category"}
        </ButtonLink>
      }
    >
      {words.length > 0 && (
        <p>
          Choose one for each, or make it. A product without one stays a draft.
          {withoutKind > 0 && ` ${kinds}.`}
        </p>
      )}
    </Notice>
  );
}

function unknownWords(words: Words): string {
  const several = words.filter(({ isOfSeveral }) => isOfSeveral);
  const none = words.filter(({ isOfSeveral }) => !isOfSeveral);
  return [
    none.length > 0 &&
      `${counted(none.length, "word of the file is", "words of the file are")} no category here: ${namesIn(none)}`,
    several.length > 0 &&
      `${counted(several.length, "word of the file names", "words of the file name")} several categories here: ${namesIn(several)}`,
  ]
    .filter(Boolean)
    .join(". ");
}

const namesIn = (words: Words): string =>
  `${words
    .slice(0, NAMED)
    .map(({ word }) => word)
    .join(", ")}${words.length > NAMED ? ", \u2026" : ""}`;

/** Question about the meaning of further options; products with such options are skipped until a member answers it. */
export function OpenOptions({ entry: { id, asksOptions } }: { entry: Entry }) {
  if (!asksOptions) return null;
  return (
    <Notice
      title="Some products have a third choice besides size and color"
      action={<ButtonLink to={`/imports/${id}/columns#options`}>Say what it is</ButtonLink>}
    >
      <p>Until then these products stay out.</p>
    </Notice>
  );
}
