import { lazy, Suspense, useState } from "react";
import { Form, Link, useNavigate } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { Plate } from "../ui/plate";
import { counted } from "../count-texts";
import { useTake } from "./use-take";

const Scanner = lazy(() => import("./scanner"));

/** Search for a variant by name, SKU or barcode; with a camera where the browser can read codes. */
export function FindPiece() {
  const { view, hits } = useTake();
  const [isScanning, setScanning] = useState(false);
  const navigate = useNavigate();
  const here = `/stock/count/${view.id}`;
  const canScan = useHydrated() && "BarcodeDetector" in window;
  return (
    <>
      <Form className="take__bar" role="search" action={here}>
        <div className="take__find">
          <label className="search">
            <Icon name="search" size="small" />
            <input
              key={view.text}
              className="input"
              type="search"
              name="q"
              defaultValue={view.text}
              placeholder="Name, SKU or barcode"
              aria-label="Find a piece: name, SKU or barcode"
            />
          </label>
        </div>
        {canScan && (
          <Button type="button" onClick={() => setScanning(true)}>
            <Icon name="scan" />
            Scan
          </Button>
        )}
      </Form>
      {isScanning && (
        <Suspense>
          <Scanner
            close={() => setScanning(false)}
            onCode={(code) => {
              setScanning(false);
              void navigate(`${here}?q=${encodeURIComponent(code)}`);
            }}
          />
        </Suspense>
      )}
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
