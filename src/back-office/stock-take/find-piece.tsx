import { Link } from "react-router";
import { counted } from "../count-words";
import { FindBar } from "../stock/find-bar";
import { Plate } from "../ui/plate";
import { useTake } from "./use-take";

/** Search for a variant by name, SKU or barcode, with its results. */
export function FindPiece() {
  const { view, hits } = useTake();
  return (
    <>
      <FindBar action={`/stock/count/${view.id}`} text={view.text} />
      {view.text !== "" && view.variant === null && <Hits />}
      {view.text !== "" && hits.length === 0 && view.variant === null && <NoHit />}
    </>
  );
}

function Hits() {
  const { view, hits, shared } = useTake();
  return (
    <>
      {shared && (
        <p className="take__over" role="status">
          {counted(hits.length, "variant has", "variants have")} the {shared} {view.text}. Which one lies here?
        </p>
      )}
      <ul className="take__hits">
        {hits.map(({ id, name, choice, sku, picture, counted: before }) => (
          <li key={id}>
            <Link className="thing take__hit" to={`/stock/count/${view.id}?pair=${id}`}>
              <Plate hash={picture} />
              <span>
                {shared && choice ? choice : name}
                <span className="sub">
                  {[shared && choice ? name : choice, !shared && sku, before !== null && `${before} counted`]
                    .filter(Boolean)
                    .join(". ")}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function NoHit() {
  const { view, current } = useTake();
  if (current) return null;
  return (
    <p className="take__over">
      Nothing is called &quot;{view.text}&quot;.{" "}
      <Link className="link" to={`/stock/count/${view.id}`}>
        Back to the next piece
      </Link>
    </p>
  );
}
