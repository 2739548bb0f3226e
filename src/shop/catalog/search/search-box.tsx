import { useId, useState, type FocusEvent, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import { Form, useNavigate } from "react-router";
import { NO_OPTION, steppedOption, stepOf } from "~/ui/active-option";
import { IconButton } from "~/ui/icon-button";
import { limits } from "~/shop/limits";
import { listId, SearchSuggestions, suggestionId } from "./search-suggestions";
import { useSearchExample } from "./use-search-example";
import { isSearchable } from "./match-and-rank";
import { useSuggestions } from "./use-suggestions";

interface SearchBoxProps {
  /** Class of the box: in the header, in the menu or on a page. */
  className?: string;
  /** Accessible name of a box on a page, where it has to differ from the header's. */
  name?: string;
  /** Initial text of the box. */
  keyword?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/**
 * Search box that suggests products, pages and answers while the shopper types. Without a chosen suggestion, and without script,
 * it opens the page of results.
 */
export function SearchBox({ className = "search", name, keyword: first = "", inputRef }: SearchBoxProps) {
  const id = useId();
  const { keyword, active, rows, isLoading, isShown, isAnswered, type, open, close, clear, submit, press } =
    useSearchBox(first, name);
  const isListed = isShown && isAnswered;
  return (
    <Form
      action="/search"
      role="search"
      aria-label={name}
      className={className}
      onSubmit={submit}
      onBlur={whenFocusLeaves(close)}
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
        placeholder={useSearchExample()}
        autoComplete="off"
        maxLength={limits.search.maximumLetters}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? listId(id) : undefined}
        aria-activedescendant={isListed && active !== NO_OPTION ? suggestionId(id, active) : undefined}
        onChange={(event) => type(event.target.value)}
        onFocus={open}
        onKeyDown={press}
      />
      <IconButton icon="search" label="Search" type="submit" />
      {isShown && <SearchSuggestions {...{ id, rows, isLoading, keyword, active }} onChoose={clear} />}
      <p className="vh" role="status">
        {isAnswered && `${rows.length || "No"} ${rows.length === 1 ? "suggestion" : "suggestions"}`}
      </p>
    </Form>
  );
}

/** State of a search box, with its key and form handlers. */
function useSearchBox(first: string, name: string | undefined) {
  const [keyword, setKeyword] = useState(first);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NO_OPTION);
  const suggestions = useSuggestions();
  const navigate = useNavigate();
  const { rows, isLoading } = suggestions;

  const isShown = isOpen && (isLoading || rows.length > 0);
  const isAnswered = isOpen && suggestions.isAnswered;
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  const type = (text: string) => {
    setKeyword(text);
    setActive(NO_OPTION);
    open();
    suggestions.search(text);
  };
  const clear = () => {
    setKeyword("");
    setActive(NO_OPTION);
    suggestions.clear();
  };
  const submit = (event: FormEvent) => {
    const chosen = isAnswered ? rows[active] : undefined;
    if (chosen || !isSearchable(keyword)) event.preventDefault();
    if (chosen) void navigate(chosen.address);
    // The box is cleared if the next page shows the keyword in a box of its own.
    if (chosen || (isSearchable(keyword) && !name)) clear();
    else close();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isShown) event.preventDefault();
    if (event.key === "Escape") return close();
    const step = stepOf(event.key);
    if (!step || rows.length === 0) return;
    event.preventDefault();
    open();
    setActive((now) => steppedOption(now, step, rows.length, { withNone: true }));
  };
  return { keyword, active, rows, isLoading, isShown, isAnswered, type, open, close, clear, submit, press };
}

const whenFocusLeaves = (act: () => void) => (event: FocusEvent) => {
  if (!event.currentTarget.contains(event.relatedTarget)) act();
};
