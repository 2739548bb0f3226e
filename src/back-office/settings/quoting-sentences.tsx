import { Fragment, type ReactNode } from "react";
import type { QuotedPlace } from "~/shop/texts/setting-quotes";
import { counted } from "../count-words";
import type { OwnPlace, SettingField, SettingGroup } from "./setting-fields";

interface QuotingSentencesProps {
  group: SettingGroup;
  /** Sentences of page texts that quote a setting of the group in braces. */
  quoted: QuotedPlace[];
  /** Values typed in the form's fields, by the setting's path. */
  typed: Record<string, string | undefined>;
  /** Current values of the settings that texts quote, by the name in braces. */
  quotes: Record<string, string>;
  shopAddress: string;
}

/** Number of sentences of the first setting that are shown; further ones are folded. */
const OPEN = 4;

/** Sentences that quote the group's settings, shown with the values typed in the form. */
export function QuotingSentences({ group, quoted, typed, quotes, shopAddress }: QuotingSentencesProps) {
  const fields = group.fields
    .map((field) => ({ field, places: placesOf(field, quoted) }))
    .filter(({ places }) => places.length > 0);
  if (fields.length === 0) return null;
  const values = { ...quotes, ...typedQuotes(group, typed) };
  return (
    <div className="stands">
      {fields.map(({ field, places }, index) => (
        <FieldPlaces
          key={field.path}
          title={`${field.label} stands in ${counted(places.length, "place")}`}
          isOpen={index === 0}
          sentences={places.map(({ sentence, where, address }, at) => (
            <li className="stands__place" key={at}>
              <q>{filledIn(sentence, field, values)}</q>
              <span className="stands__where">
                {where}.{" "}
                {address && (
                  <a className="link" href={shopAddress + address} target="_blank" rel="noreferrer">
                    See it
                  </a>
                )}
              </span>
            </li>
          ))}
        />
      ))}
    </div>
  );
}

function FieldPlaces({ title, isOpen, sentences }: { title: string; isOpen: boolean; sentences: ReactNode[] }) {
  if (!isOpen)
    return (
      <details>
        <summary>
          <span className="stands__head">{title}</span>
        </summary>
        <ul className="stands__list">{sentences}</ul>
      </details>
    );
  const more = sentences.slice(OPEN);
  return (
    <div>
      <h3>{title}</h3>
      <ul className="stands__list">{sentences.slice(0, OPEN)}</ul>
      {more.length > 0 && (
        <details className="stands__more">
          <summary>
            <span className="link">{counted(more.length, "more place", "more places")}</span>
          </summary>
          <ul>{more}</ul>
        </details>
      )}
    </div>
  );
}

/**
 * Sentences that quote a setting: first those of page texts that members write, then those of the program's own pages and
 * letters.
 */
const placesOf = ({ quote, places = [] }: SettingField, quoted: QuotedPlace[]): OwnPlace[] => [
  ...quoted.filter(({ sentence }) => quote !== undefined && sentence.includes(`{${quote}}`)),
  ...places,
];

/** Typed values by the name in braces, formatted as the shop shows them. */
const typedQuotes = ({ fields }: SettingGroup, typed: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ path, quote, quoteAs, control }) => {
      const text = (typed[path] ?? "").trim();
      if (!quote || text === "") return [];
      return [[quote, control.kind === "money" ? inDollars(text, quoteAs === "roundPrice") : text]];
    }),
  );

/** Formats a typed amount as the shop does, if `isRound` without ".00". */
const inDollars = (text: string, isRound: boolean): string =>
  `$${isRound ? text.replace(/^\$|\.00$/g, "") : text.replace(/^\$/, "")}`;

/** Fills in a sentence's braces; values of this setting are marked, together with their unit ("days" or "%"). */
function filledIn(sentence: string, { quote }: SettingField, values: Record<string, string>): ReactNode {
  return sentence.split(/(\{\w+\}(?: days|%)?)/).map((part, index) => {
    const [, name, unit = ""] = /^\{(\w+)\}(.*)$/.exec(part) ?? [];
    if (name === undefined || values[name] === undefined) return <Fragment key={index}>{part}</Fragment>;
    const text = values[name] + unit;
    return name === quote ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>;
  });
}
