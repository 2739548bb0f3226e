import { foldedPlace } from "~/shop/folded-text";
import { Link } from "react-router";
import { reveal } from "~/ui/active-option";
import { Picture } from "~/ui/picture";
import { ProductLink } from "../cards/product-link";
import { Price } from "../pricing/price";
import { shownPrice } from "../pricing/pricing";
import type { Card } from "../product";
import { TextKind } from "./found-texts";
import type { Suggestion as Row } from "./suggested-rows";

interface SearchSuggestionsProps {
  /** Prefix of the options' element ids; the index of the option is added. */
  id: string;
  rows: Row[];
  isLoading: boolean;
  keyword: string;
  active: number;
  onChoose: () => void;
}

/** Element id of the list, for `aria-controls`. */
export const listId = (id: string): string => `${id}-list`;

/** Element id of a suggestion, for `aria-activedescendant`. */
export const suggestionId = (id: string, index: number): string => `${id}-${index}`;

/** Panel below a search box; clicking in it keeps the focus in the box. */
export function SearchSuggestions({ id, rows, isLoading, keyword, active, onChoose }: SearchSuggestionsProps) {
  return (
    <div className="sugg" onMouseDown={(event) => event.preventDefault()}>
      {isLoading ? (
        <p className="sugg__wait" role="status">
          Searching...
        </p>
      ) : (
        <ul role="listbox" id={listId(id)} aria-label="Suggestions">
          {rows.map((row, index) => (
            <li key={row.id} role="presentation" ref={index === active ? reveal : undefined}>
              <Suggestion
                row={row}
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
  row: Row;
  keyword: string;
  id: string;
  isActive: boolean;
  onChoose: () => void;
}

function Suggestion({ row, keyword, id, isActive, onChoose }: SuggestionProps) {
  const [before, match, after] = around(row.name, keyword);
  const To = row.kind === "product" ? ProductLink : Link;
  return (
    <To
      to={row.address}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={
        [row.kind !== "product" && "sugg__text", isActive && "is-active"].filter(Boolean).join(" ") || undefined
      }
      prefetch="intent"
      onClick={onChoose}
    >
      {row.kind === "product" && (
        <span className="plate">
          <Picture picture={frontOf(row)} sizes="52px" alt="" />
        </span>
      )}
      <b>
        {before}
        {match && <mark>{match}</mark>}
        {after}
      </b>
      {row.kind === "product" ? (
        <Price price={shownPrice(row.card, "suggestion", row.color === undefined ? {} : { color: row.color })} />
      ) : (
        <TextKind kind={row.kind} />
      )}
    </To>
  );
}

const frontOf = ({ card, color }: Extract<Row, { kind: "product" }>): Card["front"] =>
  (card.colors.find(({ name }) => name === color) ?? card.colors[0])?.front ?? card.front;

/** Splits a name into the parts before, in and after the first match of the keyword. */
function around(name: string, keyword: string): [string, string, string] {
  const place = foldedPlace(name, keyword);
  if (!place) return [name, "", ""];
  const { start, end } = place;
  return [name.slice(0, start), name.slice(start, end), name.slice(end)];
}
