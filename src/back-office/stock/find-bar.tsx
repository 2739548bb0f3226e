import { lazy, Suspense, useState } from "react";
import { Form, useNavigate } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";

const Scanner = lazy(() => import("../stock-take/scanner"));

interface FindBarProps {
  /** Address of the page that shows the results. */
  action: string;
  /** Searched text. */
  text: string;
  /** Further search parameters to keep in the address. */
  hidden?: [name: string, value: string][];
}

/** Search field for a variant by name, SKU or barcode, with a camera button where the browser can scan codes. */
export function FindBar({ action, text, hidden = [] }: FindBarProps) {
  const [isScanning, setScanning] = useState(false);
  const navigate = useNavigate();
  const canScan = useHydrated() && "BarcodeDetector" in window;
  return (
    <>
      <Form className="take__bar" role="search" action={action}>
        {hidden.map(([name, value], place) => (
          <input key={place} type="hidden" name={name} value={value} />
        ))}
        <div className="take__find">
          <label className="search">
            <Icon name="search" size="small" />
            <input
              key={text}
              className="input"
              type="search"
              name="q"
              defaultValue={text}
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
              void navigate(`${action}?${new URLSearchParams([...hidden, ["q", code]])}`);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
