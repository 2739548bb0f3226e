import type { ReactNode } from "react";
import { Link } from "react-router";
import { giftCardWords } from "~/shop/imports/import-words";
import { counted } from "../count-words";
import { Section } from "../ui/section";
import type { importPage } from "./import-screen.server";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

interface Remark {
  key: string;
  title: string;
  text?: ReactNode;
  /** Link to what the remark is about. */
  way?: ReactNode;
}

/** Section of remarks about a file, or about its import, that need no answer; null without any. */
export function WorthKnowing({ entry }: { entry: Entry }) {
  const isPreview = entry.state === "checked";
  const remarks = [
    ...(isPreview ? [ofProgram, guessedColumns, doubleColumns, giftCards] : []),
    otherCategories,
  ].flatMap((remark) => remark(entry));
  if (remarks.length === 0) return null;
  return (
    <Section title="Worth knowing">
      <ul className="import-remarks">
        {remarks.map(({ key, title, text, way }) => (
          <li key={key}>
            <div>
              <strong>{title}</strong>
              {text}
            </div>
            {way}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Remark about a file of a program whose exports are converted to the shop's columns. */
const ofProgram = ({ id, program }: Entry): Remark[] =>
  program === undefined
    ? []
    : [
        {
          key: "program",
          title: `This is a file of ${program}`,
          text: <p>Its products, sizes and colors are read as below, and Columns says what else stands in it.</p>,
          way: <ColumnsLink id={id} />,
        },
      ];

/** Remark about columns named in another language, whose guessed meaning a member should check. */
const guessedColumns = ({ id, guessed }: Entry): Remark[] =>
  guessed.length === 0
    ? []
    : [
        {
          key: "guessed",
          title: `${counted(guessed.length, "column is", "columns are")} read by ${guessed.length === 1 ? "its name" : "their names"} in another language`,
          text: <p>{guessed.map(({ header, label }) => `${header} is ${label}`).join(", ")}.</p>,
          way: <ColumnsLink id={id} />,
        },
      ];

/** Remark about columns that have the same meaning as an earlier column. */
const doubleColumns = ({ doubles }: Entry): Remark[] =>
  doubles.length === 0
    ? []
    : [
        {
          key: "doubles",
          title: `${counted(doubles.length, "column means", "columns mean")} what another one means. The first counts`,
          text: doubles.map(({ place, header, field, first }) => (
            <p key={place}>
              {field}: {first} counts, {header} is left out.
            </p>
          )),
        },
      ];

/** Remark about gift cards in a file, which become no products. */
const giftCards = ({ giftCards: { count, named } }: Entry): Remark[] =>
  count === 0 ? [] : [{ key: "gift-cards", title: giftCardWords(count), text: <p>{named}</p> }];

/** Remark about products that stand in several categories of the other shop. */
const otherCategories = ({ id, otherCategories: { count, names, isMore } }: Entry): Remark[] =>
  count === 0
    ? []
    : [
        {
          key: "categories",
          title: `${counted(count, "new product stands", "new products stand")} in several categories of the other shop. Here each has one: the first is taken`,
          text: (
            <p>
              Left out: {names.join(", ")}
              {isMore && " and more"}.{" "}
              <a className="link" href={`/back-office/imports/${id}/left-out`}>
                Save these rows as a file
              </a>
              , with all their categories.
            </p>
          ),
        },
      ];

const ColumnsLink = ({ id }: { id: number }) => (
  <Link className="link" to={`/imports/${id}/columns`}>
    Look at the columns
  </Link>
);
