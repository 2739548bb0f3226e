import { Link } from "react-router";
import { Picture } from "~/ui/picture";
import { Price } from "../pricing/price";
import { shownPrice } from "../pricing/pricing";
import type { Card } from "../product";

interface SearchSuggestionsProps {
  /** Its list's options have this id with their index behind it. */
  id: string;
  rows: Card[];
  isLoading: boolean;
  keyword: string;
  active: number;
  onChoose: () => void;
}

/** The id of a suggestion's element, as `aria-activedescendant` names it. */
export const suggestionId = (id: string, index: number): string => `${id}-${index}`;

/** The panel under a search box; pressing into it leaves the focus in the box. */
export function SearchSuggestions({ id, rows, isLoading, keyword, active, onChoose }: SearchSuggestionsProps) {
  return (
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
                id={suggestionId(id, index)}
                isActive={index === active}
                onChoose={onChoose}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SuggestionProps {
  card: Card;
  keyword: string;
  id: string;
  isActive: boolean;
  onChoose: () => void;
}

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
