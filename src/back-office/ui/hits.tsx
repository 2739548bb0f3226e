import { Link } from "react-router";
import { Plate } from "./plate";

/** A search result. */
export interface FoundThing {
  to: string;
  /** True for a page of the shop, outside of the back office. */
  isOutside?: boolean;
  name: string;
  /** Part of the name that matches the search, whichever letters were typed; unset: the typed letters themselves. */
  place?: { start: number; end: number } | undefined;
  /** Short note on the result. */
  note?: string;
  /** Hash of the product's picture; null for a product without one, unset for other results. */
  picture?: string | null;
}

export interface HitGroup {
  name: string;
  hits: FoundThing[];
}

/** A search result, with the letters that match the search in bold. */
export const Hit = ({ hit: { name, note, picture, place }, query }: { hit: FoundThing; query: string }) => (
  <>
    {picture !== undefined && <Plate hash={picture} small />}
    <span className="palette__name">
      <Bold text={name} place={place ?? placeOf(name, query)} />
    </span>
    {note && <span className="dust small">{note}</span>}
  </>
);

function placeOf(text: string, part: string): FoundThing["place"] {
  const start = part ? text.toLowerCase().indexOf(part.toLowerCase()) : -1;
  return start < 0 ? undefined : { start, end: start + part.length };
}

function Bold({ text, place }: { text: string; place: FoundThing["place"] }) {
  if (!place) return text;
  return (
    <>
      {text.slice(0, place.start)}
      <b>{text.slice(place.start, place.end)}</b>
      {text.slice(place.end)}
    </>
  );
}

/** Search results as links, in groups. */
export const Hits = ({ groups, query }: { groups: HitGroup[]; query: string }) => (
  <div className="hits">
    {groups.map(({ name, hits }) => (
      <section key={name}>
        <h2 className="palette__group">{name}</h2>
        <ul>
          {hits.map((hit) => (
            <li key={hit.to}>
              <HitLink hit={hit} query={query} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);

function HitLink({ hit, query }: { hit: FoundThing; query: string }) {
  const shown = <Hit hit={hit} query={query} />;
  return hit.isOutside ? (
    <a className="palette__hit" href={hit.to}>
      {shown}
    </a>
  ) : (
    <Link className="palette__hit" to={hit.to}>
      {shown}
    </Link>
  );
}
