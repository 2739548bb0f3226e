import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Form, useNavigate, useSubmit } from "react-router";
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

/** Milliseconds after the last key before the typed text is searched; a scanner types faster and ends with Enter. */
const PAUSE_MS = 300;
/** Parameter of a search that ran while typing: a code that fits exactly may be the beginning of a longer one. */
export const LIVE = "live";

/**
 * Search field for a variant by name, SKU or barcode, with a camera button where the browser can scan codes. It answers while one
 * types; Enter opens what fits exactly.
 */
export function FindBar({ action, text, hidden = [] }: FindBarProps) {
  const [isScanning, setScanning] = useState(false);
  const navigate = useNavigate();
  const { field, look, stop } = useLiveSearch(action, text);
  const canScan = useHydrated() && "BarcodeDetector" in window;
  return (
    <>
      <Form
        className="take__bar"
        role="search"
        action={action}
        onInput={({ currentTarget }) => look(currentTarget)}
        onSubmit={() => {
          stop();
          // The next scanned code replaces this one.
          field.current?.select();
        }}
      >
        {hidden.map(([name, value], place) => (
          <input key={place} type="hidden" name={name} value={value} />
        ))}
        <div className="take__find">
          <label className="search">
            <Icon name="search" size="small" />
            <input
              ref={field}
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

/** Searches while the field is typed in; the field keeps what was typed, and shows another search only when it is left. */
function useLiveSearch(action: string, text: string) {
  const field = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => {
    const input = field.current;
    if (input && input !== document.activeElement) input.value = text;
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    field,
    stop,
    look(form: HTMLFormElement) {
      stop();
      timer.current = setTimeout(() => {
        const typed = new FormData(form);
        typed.set(LIVE, "1");
        void submit(typed, { action, replace: true, preventScrollReset: true });
      }, PAUSE_MS);
    },
  };
}
