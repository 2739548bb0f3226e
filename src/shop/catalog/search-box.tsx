import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import { Form, Link, useNavigate } from "react-router";
import { IconButton } from "~/ui/icon-button";
import { Picture } from "~/ui/picture";
import { limits } from "../limits";
import { searchSuggestions } from "./catalog.client";
import { Price } from "./price";
import { shownPrice } from "./pricing";
import type { Card } from "./product";
import { cardOfWire } from "./product.wire";

type SearchBoxProps = {
  /** Where it stands: in the header, in the menu, on a page. */
  className?: string;
  /** Tells it from the header's, on a page that has one of its own. */
  name?: string;
  /** What stands in it at first. */
  keyword?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
};

/**
 * Finds products by their name while it is typed. Without a chosen suggestion, and without script, it leads to the page
 * of all results.
 */
export function SearchBox({ className = "search", name, keyword: first = "", inputRef }: SearchBoxProps) {
  const id = useId();
  const [keyword, setKeyword] = useState(first);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { rows, isLoading, look, clear } = useSuggestions();
  const navigate = useNavigate();

  const isShown = isOpen && (isLoading || rows.length > 0);
  const optionId = (index: number) => `${id}-${index}`;
  const type = (text: string) => {
    setKeyword(text);
    setActive(-1);
    setOpen(true);
    look(text);
  };
  const leave = () => {
    setKeyword("");
    setActive(-1);
    clear();
  };
  const submit = (event: FormEvent) => {
    const chosen = isShown && !isLoading ? rows[active] : undefined;
    if (chosen || !isSearchable(keyword)) event.preventDefault();
    if (chosen) void navigate(chosen.address);
    // The page of results says in its own box what was searched for.
    if (chosen || (isSearchable(keyword) && !name)) leave();
    else setOpen(false);
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isShown) event.preventDefault();
    if (event.key === "Escape") return setOpen(false);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || rows.length === 0) return;
    event.preventDefault();
    setOpen(true);
    // One step more than there are rows: the one where nothing is chosen but what was typed.
    setActive((now) => ((now + 1 + by + rows.length + 1) % (rows.length + 1)) - 1);
  };

  return (
    <Form
      action="/search"
      role="search"
      aria-label={name}
      className={className}
      onSubmit={submit}
      onBlur={leaves(() => setOpen(false))}
    >
      <label className="vh" htmlFor={id}>
        Search products
      </label>
      <input
        ref={inputRef}
        id={id}
        className="input"
        type="search"
        name="query"
        value={keyword}
        placeholder="Search jackets, boots, helmets"
        autoComplete="off"
        maxLength={limits.search.maximumLetters}
        aria-autocomplete="list"
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setOpen(true)}
        onKeyDown={move}
      />
      <IconButton icon="search" label="Search" type="submit" />
      {isShown && (
        <div className="sugg" id={`${id}-list`} onMouseDown={(event) => event.preventDefault()}>
          {isLoading ? (
            <p className="sugg__wait" role="status">
              Searching...
            </p>
          ) : (
            <ul role="listbox" aria-label="Suggestions">
              {rows.map((card, index) => (
                <li key={card.id} role="presentation">
                  <Suggestion
                    card={card}
                    keyword={keyword.trim()}
                    id={optionId(index)}
                    isActive={index === active}
                    onChoose={leave}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <p className="vh" role="status">
        {isShown && !isLoading && `${rows.length} ${rows.length === 1 ? "suggestion" : "suggestions"}`}
      </p>
    </Form>
  );
}

type SuggestionProps = { card: Card; keyword: string; id: string; isActive: boolean; onChoose: () => void };

function Suggestion({ card, keyword, id, isActive, onChoose }: SuggestionProps) {
  const [before, match, after] = around(card.name, keyword);
  return (
    <Link
      to={card.address}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={isActive ? "is-active" : undefined}
      prefetch="intent"
      onClick={onChoose}
    >
      <span className="plate">
        <Picture picture={card.colors[0]?.front ?? card.front} sizes="52px" alt="" />
      </span>
      <b>
        {before}
        {match && <mark>{match}</mark>}
        {after}
      </b>
      <Price price={shownPrice(card, "suggestion")} />
    </Link>
  );
}

/** A name, cut around the first place where it has the keyword. */
function around(name: string, keyword: string): [string, string, string] {
  const start = name.toLowerCase().indexOf(keyword.toLowerCase());
  if (start < 0) return [name, "", ""];
  const end = start + keyword.length;
  return [name.slice(0, start), name.slice(start, end), name.slice(end)];
}

const isSearchable = (keyword: string) => keyword.trim().length >= limits.search.minimumLetters;

const leaves = (act: () => void) => (event: React.FocusEvent) => {
  if (!event.currentTarget.contains(event.relatedTarget)) act();
};

const nothing: Card[] = [];

/** What a keyword finds: asked for once the typing pauses, from two letters on, and never more than one answer at a time. */
function useSuggestions() {
  const [rows, setRows] = useState(nothing);
  const [isLoading, setLoading] = useState(false);
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);

  const clear = () => {
    asked.current?.abort();
    setRows(nothing);
    setLoading(false);
  };
  const ask = async (query: string, { signal }: AbortController) => {
    setLoading(true);
    const found = await searchSuggestions(query, signal).catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- R-8-02 asks for this line.
      if (!signal.aborted) console.error("Search failed:", error);
      return [];
    });
    if (signal.aborted) return;
    setRows(found.slice(0, limits.search.suggestions).map((product) => cardOfWire(product, 0)));
    setLoading(false);
  };
  const look = (keyword: string) => {
    asked.current?.abort();
    if (!isSearchable(keyword)) return clear();
    const turn = (asked.current = new AbortController());
    const timer = setTimeout(() => void ask(keyword.trim(), turn), limits.search.debounce);
    turn.signal.addEventListener("abort", () => clearTimeout(timer));
  };
  return { rows, isLoading, look, clear };
}
