import type { ReactNode } from "react";
import { folded } from "~/shop/folded-text";

/** Places where a measure is taken, as the drawing shows them; `none` has no number. */
export type MeasuredPlace = "chest" | "waist" | "hip" | "leg" | "sleeve" | "head" | "hand" | "foot" | "none";

const PLACES: readonly (readonly [RegExp, MeasuredPlace])[] = [
  [/chest|bust/, "chest"],
  [/waist/, "waist"],
  [/hip|seat/, "hip"],
  [/inside leg|inseam/, "leg"],
  [/sleeve|arm/, "sleeve"],
  [/head/, "head"],
  [/hand|palm/, "hand"],
  [/foot/, "foot"],
];

/** The drawn place that a term of the guide names; undefined if the drawing does not show it. */
export const placeOf = (term: string): MeasuredPlace | undefined =>
  PLACES.find(([words]) => words.test(folded(term)))?.[1];

interface Mark {
  /** The tape: one path in rust. */
  tape: string;
  /** Center of its number. */
  at: readonly [number, number];
}

const MARKS: Record<Exclude<MeasuredPlace, "none">, Mark> = {
  chest: { tape: "M100 121q30 9 60 0", at: [130, 125] },
  waist: { tape: "M105 166q25 8 50 0", at: [130, 170] },
  hip: { tape: "M99 205q31 9 62 0", at: [130, 210] },
  leg: { tape: "M130 236v152M124 388h12M124 236h12", at: [130, 318] },
  sleeve: { tape: "M130 78q20 5 37 12l24 58-6 50", at: [190, 138] },
  head: { tape: "M289 62q36 12 72 0", at: [325, 67] },
  hand: { tape: "M301 204q24 8 47 0", at: [325, 208] },
  foot: { tape: "M282 387h90M282 380v14M372 380v14", at: [327, 387] },
};

/** A figure from the front, a head, a hand and a foot; a numbered tape at each measured place. */
export function MeasuresDrawing({ numbers }: { numbers: ReadonlyMap<MeasuredPlace, number> }) {
  return (
    <svg className="measure__draw" viewBox="40 20 350 390" aria-hidden="true" focusable="false">
      <g className="measure__line">
        <Figure />
        <Head />
        <Hand />
        <Foot />
      </g>
      {Object.entries(MARKS).map(([place, mark]) => {
        const number = numbers.get(place as MeasuredPlace);
        return number !== undefined && <Tape key={place} {...mark} number={number} />;
      })}
    </svg>
  );
}

function Tape({ tape, at: [x, y], number }: Mark & { number: number }): ReactNode {
  return (
    <>
      <path className="measure__tape" d={tape} />
      <circle className="measure__dot" cx={x} cy={y} r="11" />
      <text x={x} y={y + 5}>
        {number}
      </text>
    </>
  );
}

/** Half of the outline, drawn twice about the middle. */
const HALF =
  "M130 30c12 0 19 9 19 21 0 9-4 16-9 19v9c12 4 26 5 31 16l19 52 4 46c1 9-3 16-8 16-4 0-5-5-5-14l-5-40-15-34c-2 20-7 30-7 40 0 16 7 27 8 49l-3 62c-1 22-3 34-3 48l-2 52c0 10 9 11 9 17h-22c-3-12 1-20-1-36l-3-62c-1-22-3-42-7-60";

function Figure() {
  return (
    <>
      <path d={HALF} />
      <path d={HALF} transform="matrix(-1 0 0 1 260 0)" />
    </>
  );
}

const Head = () => (
  <path d="M309 128v-18c-14-6-21-20-21-38 0-24 15-40 37-40 23 0 37 16 37 38 0 8 1 12 5 21l3 8-8 3v12c0 8-4 9-15 8l-5 6" />
);

const Hand = () => (
  <path d="M303 262v-26c-6-10-20-24-26-36-3-7 4-11 10-6l14 14v-48c0-7 10-7 10 0v30-40c0-8 11-8 11 0v40-36c0-8 11-8 11 0v38-26c0-7 10-7 10 0l1 52c0 16-5 24-7 44" />
);

const Foot = () => (
  <path d="M290 296v34c-6 10-8 22-8 38 0 4 3 6 8 6h74c9 0 10-9 4-14-10-7-26-10-34-20-5-7-6-14-6-20v-24" />
);
