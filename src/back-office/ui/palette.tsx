import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { Dialog } from "./dialog";
import { Icon } from "./icon";
import { type FoundThing, Hit, type HitGroup } from "./hits";

interface PaletteProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Search dialog for records and pages, with results from the server: arrow keys choose a result, and Enter opens it. */
export default function Palette({ open, onOpenChange }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog title="Find anything" open={open} onOpenChange={onOpenChange} initialFocus={field} bare="palette">
      <Finder field={field} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** State of the search: results for the typed text, the chosen result, and a function that opens it. */
function useFinder(close: () => void) {
  const { load, data } = useFetcher<{ groups: HitGroup[]; query: string }>();
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    void load(`/find?${new URLSearchParams({ q: query })}`);
  }, [load, query]);

  const groups = data?.groups ?? [];
  const hits = groups.flatMap((group) => group.hits);
  const at = Math.min(chosen, hits.length - 1);
  const open = (hit: FoundThing | undefined) => {
    if (!hit) return;
    close();
    if (hit.isOutside) window.location.assign(hit.to);
    else void navigate(hit.to);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((at + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(hits[at]);
    }
  };
  const type = (text: string) => {
    setQuery(text);
    setChosen(0);
  };
  return { query, found: data?.query, groups, hits, at, open, press, type };
}

function Finder({ field, close }: { field: RefObject<HTMLInputElement | null>; close(): void }) {
  const { query, found, groups, hits, at, open, press, type } = useFinder(close);
  const list = useId();
  return (
    <>
      <div className="palette__in">
        <Icon name="search" />
        <input
          ref={field}
          className="palette__text"
          type="search"
          role="combobox"
          aria-label="Find an order, a product, a setting, an act"
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-activedescendant={hits[at] ? `${list}-${at}` : undefined}
          autoComplete="off"
          value={query}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        <button type="button" className="close" onClick={close} aria-label="Close">
          <Icon name="close" />
        </button>
      </div>
      <div id={list} role="listbox" aria-label="What was found">
        {groups.map(({ name, hits: inGroup }) => (
          <div key={name} role="group" aria-label={name}>
            <p className="palette__group" aria-hidden="true">
              {name}
            </p>
            {inGroup.map((hit) => (
              <div
                key={hit.to}
                id={`${list}-${hits.indexOf(hit)}`}
                className="palette__hit"
                role="option"
                tabIndex={-1}
                aria-selected={hits[at] === hit}
                onClick={() => open(hit)}
              >
                <Hit hit={hit} query={found ?? ""} />
                {hits[at] === hit && <kbd className="kbd">Enter</kbd>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {found !== undefined && hits.length === 0 && (
        <p className="palette__none">Nothing is called &quot;{found}&quot;.</p>
      )}
      <PaletteKeys />
    </>
  );
}

const PaletteKeys = () => (
  <p className="palette__foot">
    <span>
      <kbd className="kbd">↑</kbd>
      <kbd className="kbd">↓</kbd> choose
    </span>
    <span>
      <kbd className="kbd">Enter</kbd> open
    </span>
    <span>
      <kbd className="kbd">Esc</kbd> close
    </span>
    <span>
      <kbd className="kbd">?</kbd> all keys
    </span>
  </p>
);
