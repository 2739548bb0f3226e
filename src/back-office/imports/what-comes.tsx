import { Link } from "react-router";
import { giftCardWords } from "~/shop/imports/import-words";
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

/** Sentence about a file of a program whose exports are converted to the shop's columns. */
export function OfProgram({ entry: { id, program } }: { entry: Entry }) {
  if (program === undefined) return null;
  return (
    <Notice
      title={`This is a file of ${program}: its products, sizes and colors are read as below, and Columns says what else stands in it`}
      action={<ButtonLink to={`/imports/${id}/columns`}>Look at the columns</ButtonLink>}
    />
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

/** Sentence about gift cards in a file, which become no products. */
export function GiftCards({ entry: { giftCards } }: { entry: Entry }) {
  if (giftCards.count === 0) return null;
  return <Notice title={`${giftCardWords(giftCards.count)}: ${giftCards.named}`} />;
}

/** Notice about products that stand in several categories of the other shop. */
export function OtherCategories({ entry: { id, otherCategories: others } }: { entry: Entry }) {
  if (others.count === 0) return null;
  return (
    <Notice
      title={`${counted(others.count, "new product stands", "new products stand")} in several categories of the other shop. Here each has one: the first is taken`}
    >
      <p>
        Left out: {others.names.join(", ")}
        {others.isMore && " and more"}.{" "}
        <a className="link" href={`/back-office/imports/${id}/left-out`}>
          Save these rows as a file
        </a>
        , with all their categories.
      </p>
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

/** Notice about words of the file that match no category or several, with a link to choose the category. */
export function UnknownCategories({ id, words }: { id: number; words: Words }) {
  if (words.length === 0) return null;
  const several = words.filter(({ isOfSeveral }) => isOfSeveral);
  const none = words.filter(({ isOfSeveral }) => !isOfSeveral);
  return (
    <Notice
      title={[
        none.length > 0 &&
          `${counted(none.length, "word of the file is", "words of the file are")} no category here: ${namesIn(none)}`,
        several.length > 0 &&
          `${counted(several.length, "word of the file names", "words of the file name")} several categories here: ${namesIn(several)}`,
      ]
        .filter(Boolean)
        .join(". ")}
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

/** Notice about new products whose category has no usual tax kind, with a link to choose the kind for each category. */
export function WithoutKind({ entry: { id, withoutKind } }: { entry: Entry }) {
  if (withoutKind === 0) return null;
  return (
    <Notice
      title={`${counted(withoutKind, "new product has", "new products have")} no kind for tax and ${withoutKind === 1 ? "stays a draft" : "stay drafts"}`}
      action={<ButtonLink to={`/imports/${id}/columns#categories`}>Choose kinds by category</ButtonLink>}
    />
  );
}

const namesIn = (words: Words): string =>
  `${words
    .slice(0, NAMED)
    .map(({ word }) => word)
    .join(", ")}${words.length > NAMED ? ", \u2026" : ""}`;

/** Notice about columns that have the same meaning as an earlier column. */
export function DoubleColumns({ entry: { doubles } }: { entry: Entry }) {
  if (doubles.length === 0) return null;
  return (
    <Notice
      title={`${counted(doubles.length, "column means", "columns mean")} what another one means. The first counts`}
    >
      <ul>
        {doubles.map(({ place, header, field, first }) => (
          <li key={place}>
            {field}: {first} counts, {header} is left out.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Notice about columns named in another language, whose guessed meaning a member should check. */
export function GuessedColumns({ entry: { id, guessed } }: { entry: Entry }) {
  if (guessed.length === 0) return null;
  return (
    <Notice
      title={`${counted(guessed.length, "column is", "columns are")} read by ${guessed.length === 1 ? "its name" : "their names"} in another language`}
      action={<ButtonLink to={`/imports/${id}/columns`}>Look at the columns</ButtonLink>}
    >
      <p>{guessed.map(({ header, label }) => `${header} is ${label}`).join(", ")}.</p>
    </Notice>
  );
}

/** Question about the meaning of further options; products with such options are skipped until a member answers it. */
export function OpenOptions({ entry: { id, asksOptions } }: { entry: Entry }) {
  if (!asksOptions) return null;
  return (
    <Notice
      title="Some products have a third choice besides size and color"
      action={
        <ButtonLink look="main" to={`/imports/${id}/columns#options`}>
          Say what it is
        </ButtonLink>
      }
    >
      <p>Until then these products stay out.</p>
    </Notice>
  );
}
