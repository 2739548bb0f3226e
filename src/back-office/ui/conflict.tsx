import { Fragment } from "react";
import { besideChanges, wordDiff } from "./word-diff";
import { Choice } from "./field";
import { Notice } from "./notice";

/** A field that both members changed, with the two texts. */
export interface Contested {
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

/** A field that only one member changed, so that there is nothing to choose. */
export interface Settled {
  label: string;
  by: "me" | "them";
  from: string;
  to: string;
}

export interface ConflictProps {
  /** Name of the record that was changed meanwhile: "these settings". */
  thing: string;
  /** Member who changed the record, and the time as text: "at 2:41 pm". */
  who: string;
  at: string;
  contested: Contested[];
  settled: Settled[];
}

/**
 * Shown when a save was refused because another member saved first. The member chooses a text for each field that both changed;
 * other changes are kept.
 */
export function Conflict({ thing, who, at, contested, settled }: ConflictProps) {
  const several =
    contested.length === 1
      ? "One thing was changed by both of you: choose."
      : `${contested.length} things were changed by both of you: choose for each.`;
  return (
    <>
      <Notice title={`Not saved yet. ${who} changed ${thing} ${at}, after you opened it.`} isAnswer>
        <p>Nothing you typed is lost. {contested.length === 0 ? "No field was changed by both of you." : several}</p>
      </Notice>
      {contested.length > 0 && <ChooseTable who={who} at={at} contested={contested} />}
      {settled.length > 0 && <SettledTable who={who} settled={settled} />}
    </>
  );
}

/** Table of the fields that both members changed, with a radio button under each text. */
export const ChooseTable = ({ who, at, contested }: Pick<ConflictProps, "who" | "at" | "contested">) => (
  <div className="choose">
    <div className="choose__row choose__head">
      <span />
      <span className="choose__side">
        <b className="choose__who">Mine</b>typed here
      </span>
      <span className="choose__side">
        <b className="choose__who">{who}&apos;s</b>saved {at}
      </span>
    </div>
    {contested.map(({ name, label, mine, theirs }) => (
      <div className="choose__row" key={name} role="radiogroup" aria-label={label}>
        <span className="choose__field">{label}</span>
        <div className="choose__side">
          <Words text={mine} other={theirs} />
          <Choice name={`take:${name}`} value="mine" defaultChecked>
            Take mine
          </Choice>
        </div>
        <div className="choose__side">
          <Words text={theirs} other={mine} />
          <Choice name={`take:${name}`} value="theirs">
            Take {who}&apos;s
          </Choice>
        </div>
      </div>
    ))}
  </div>
);

const Words = ({ text, other }: { text: string; other: string }) => (
  <p className="choose__words">
    {text === ""
      ? "Empty"
      : besideChanges(wordDiff(text, other)).map(({ text: run, isChanged }, index) =>
          isChanged ? <ins key={index}>{run}</ins> : <Fragment key={index}>{run}</Fragment>,
        )}
  </p>
);

const SettledTable = ({ who, settled }: Pick<ConflictProps, "who" | "settled">) => (
  <>
    <h2>No choice needed</h2>
    <table className="t settled">
      <tbody>
        {settled.map(({ label, by, from, to }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              Only {by === "me" ? "you" : who} changed it: <del className="old">{from}</del> {to}
            </td>
            <td className="n">{by === "me" ? "Yours is kept" : `${who}'s is kept`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
