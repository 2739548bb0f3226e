import { Fragment, type ReactNode } from "react";
import type { QuotedPlace } from "~/shop/information/quoted-places";
import { quotable, type Settings } from "~/shop/settings";
import { counted } from "../words";
import type { Fact, FactGroup, OwnPlace } from "./facts";
import { nameOf } from "./groups";
import { valueFrom } from "./typed";

interface PlacesProps {
  group: FactGroup;
  /** The texts of the shop that quote the group's facts. */
  quoted: QuotedPlace[];
  /** What the fields hold now, by path. */
  typed: Record<string, string>;
  settings: Settings;
  shopAddress: string;
}

type Place = OwnPlace;

/** How many sentences stand open; the others are one click away. */
const OPEN = 4;

/** Where the facts of a group stand, with the real sentences: what is typed stands in them at once. */
export function Places({ group, quoted, typed, settings, shopAddress }: PlacesProps) {
  const facts = group.facts
    .map((fact) => ({ fact, places: placesOf(fact, quoted) }))
    .filter(({ places }) => places.length > 0);
  if (facts.length === 0) return null;
  const values = quotable(withTyped(settings, group, typed));
  return (
    <div className="stands">
      {facts.map(({ fact, places }, index) => (
        <FactPlaces
          key={fact.path}
          title={`${fact.label}: stands in ${counted(places.length, "place")}`}
          isOpen={index === 0}
          sentences={places.map(({ sentence, where, address }, at) => (
            <li className="stands__place" key={at}>
              <q>{filledIn(sentence, fact, values)}</q>
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

function FactPlaces({ title, isOpen, sentences }: { title: string; isOpen: boolean; sentences: ReactNode[] }) {
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

/** Sentences of texts that members write, then those of the program's own pages and letters. */
const placesOf = ({ quote, places = [] }: Fact, quoted: QuotedPlace[]): Place[] => [
  ...quoted.filter(({ sentence }) => quote !== undefined && sentence.includes(`{${quote}}`)),
  ...places,
];

/** The settings with what is typed laid over them, as far as it can be read. */
function withTyped(settings: Settings, group: FactGroup, typed: Record<string, string>): Settings {
  const laid = { ...settings };
  for (const fact of group.facts) {
    const read = valueFrom(fact, typed[fact.path] ?? "");
    if (fact.quote && "value" in read && !fact.path.includes(".")) Object.assign(laid, { [nameOf(fact)]: read.value });
  }
  return laid;
}

/** A sentence with its quotes filled in, those of the fact marked, with the word of their unit. */
function filledIn(sentence: string, { quote }: Fact, values: Record<string, string>): ReactNode {
  return sentence.split(/(\{\w+\}(?: days|%)?)/).map((part, index) => {
    const [, name, unit = ""] = /^\{(\w+)\}(.*)$/.exec(part) ?? [];
    if (name === undefined || values[name] === undefined) return <Fragment key={index}>{part}</Fragment>;
    const text = values[name] + unit;
    return name === quote ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>;
  });
}
