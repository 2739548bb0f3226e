import type { KeyboardEvent, MouseEvent } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { type MenuForm, MOST_ROWS } from "~/shop/texts/menu-forms";
import type { FormParts } from "../forms/workshop-form";
import { differ } from "../ui/differ";
import { Field, LineField, Tick } from "../ui/field";
import { rowName, rowsIn } from "./menu-row-fields";

/** Number of empty rows for new links after the existing ones. */
const EMPTY_ROWS = 2;

interface MenuRowsProps {
  form: MenuForm;
  parts: FormParts;
  stored: Record<string, string>;
  /** Id of the `datalist` with addresses to suggest. */
  targets: string;
  disabled: boolean;
}

/**
 * Fields of a menu, with a row for each link. Two buttons move a row; without JavaScript the position field does. The ids of rows
 * are text fields with `hidden`, because resetting a form does not reset fields of type "hidden".
 */
export function MenuRows({ form, parts, stored, targets, disabled }: MenuRowsProps) {
  const isScripted = useHydrated();
  const numbers = Array.from({ length: shownRows(parts.values, form) }, (_, number) => number);
  const field = (number: number, part: Parameters<typeof rowName>[1]) => {
    const name = rowName(number, part);
    return { ...parts.field(name), disabled, isNew: differ(parts.typed[name], stored[name]), autoComplete: "off" };
  };
  return (
    <>
      {parts.error("rows") && <p className="field__error">{parts.error("rows")}</p>}
      <ol className="links" id="save-rows">
        {numbers.map((number) => (
          <li key={number} className="links__row" onKeyDown={disabled ? undefined : byKey}>
            <input hidden name={rowName(number, "id")} defaultValue={parts.value(rowName(number, "id"))} />
            <input hidden name={rowName(number, "icon")} defaultValue={parts.value(rowName(number, "icon"))} />
            <div className="links__fields">
              {form.hasColumns && (
                <Field {...field(number, "heading")} label={`Column of ${form.row.toLowerCase()} ${number + 1}`} />
              )}
              <LineField {...field(number, "label")} label={`${form.row} ${number + 1}`} />
              <Field
                {...field(number, "href")}
                label={`${form.row} ${number + 1} leads to`}
                list={targets}
                inputMode="url"
                spellCheck={false}
              />
            </div>
            {isScripted ? (
              <input type="hidden" name={rowName(number, "place")} value={number + 1} readOnly />
            ) : (
              <Field
                {...field(number, "place")}
                label={`Place of ${form.row.toLowerCase()} ${number + 1}`}
                inputMode="numeric"
              />
            )}
            <RowFoot {...{ form, parts, number, disabled }} isLast={number === numbers.length - 1} />
          </li>
        ))}
      </ol>
      <p className="field__note">
        {form.isFixed
          ? "Each has an icon of its own: none is added or taken out."
          : "Empty a row to take it out. After saving there is room for more."}{" "}
        {isScripted && !disabled && <Keys isNested={form.isNested === true} />}
      </p>
    </>
  );
}

/** Number of rows that the form shows: existing links, and empty rows for new ones unless the menu is fixed. */
const shownRows = (typed: Record<string, string | undefined>, { isFixed }: Pick<MenuForm, "isFixed">): number =>
  Math.min(MOST_ROWS, rowsIn(typed) + (isFixed ? 0 : EMPTY_ROWS));

interface RowFootProps extends Pick<MenuRowsProps, "form" | "parts" | "disabled"> {
  number: number;
  isLast: boolean;
}

/** End of a row: a checkbox that nests the row under the row above, and buttons that move it. */
function RowFoot({ form, parts, number, isLast, disabled }: RowFootProps) {
  const isScripted = useHydrated();
  const what = `${form.row} ${number + 1}`;
  return (
    <div className="links__foot">
      {form.isNested && number > 0 && (
        <Under name={rowName(number, "under")} parts={parts} disabled={disabled}>
          {what}
        </Under>
      )}
      {isScripted && !disabled && (
        <p className="links__acts small">
          {number > 0 && <Move to={-1} what={what} />}
          {!isLast && <Move to={1} what={what} />}
        </p>
      )}
    </div>
  );
}

interface UnderProps {
  name: string;
  parts: FormParts;
  disabled: boolean;
  children: string;
}

/** Checkbox that nests a row under the row above. */
const Under = ({ name, parts, disabled, children }: UnderProps) => (
  <div className="field">
    <Tick {...parts.tick(name, "yes")} disabled={disabled}>
      Under the one above<span className="vh">: {children}</span>
    </Tick>
    {parts.error(name) && <p className="field__error">{parts.error(name)}</p>}
  </div>
);

/** Help text about the keyboard shortcuts that move a row. */
const Keys = ({ isNested }: { isNested: boolean }) => (
  <>
    <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move the link
    {isNested && (
      <>
        , <kbd>Alt</kbd> <kbd>→</kbd> <kbd>←</kbd> put it under the one above, or out
      </>
    )}
    .
  </>
);

const Move = ({ to, what }: { to: 1 | -1; what: string }) => (
  <button type="button" className="link" onClick={(event) => swap(event, to)}>
    {to < 0 ? "Earlier" : "Later"}
    <span className="vh">: {what}</span>
  </button>
);

/** Swaps the values of a row with the row before (-1) or after it (1), and moves the focus along. */
function swap({ currentTarget }: MouseEvent<HTMLElement>, to: 1 | -1): void {
  const row = currentTarget.closest("li");
  const other = to < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  if (!row || !other) return;
  const [own, others] = [inputsOf(row), inputsOf(other)];
  for (const [place, input] of own.entries()) {
    const second = others[place];
    if (!second) continue;
    if ("checked" in input && "checked" in second && input.type === "checkbox")
      [input.checked, second.checked] = [second.checked, input.checked];
    else [input.value, second.value] = [second.value, input.value];
    for (const each of [input, second]) each.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const buttons = [...other.querySelectorAll("button")];
  const word = currentTarget.firstChild?.textContent;
  (buttons.find(({ firstChild }) => firstChild?.textContent === word) ?? buttons[0])?.focus();
}

/** Moves a row up or down with Alt and an arrow key, or nests it under the row above, or ends its nesting. */
function byKey(event: KeyboardEvent<HTMLElement>): void {
  const { altKey, key, currentTarget } = event;
  if (!altKey) return;
  const word = { ArrowUp: "Earlier", ArrowDown: "Later" }[key];
  const tick = currentTarget.querySelector<HTMLInputElement>('input[type="checkbox"]');
  if (word === undefined && !(tick && ["ArrowRight", "ArrowLeft"].includes(key))) return;
  event.preventDefault();
  if (word === undefined) {
    if (tick && tick.checked !== (key === "ArrowRight")) tick.click();
    return;
  }
  const moved = word === "Earlier" ? currentTarget.previousElementSibling : currentTarget.nextElementSibling;
  const button = [...currentTarget.querySelectorAll("button")].find(
    ({ firstChild }) => firstChild?.textContent === word,
  );
  if (!button || !moved) return;
  const place = inputsOf(currentTarget).findIndex((input) => input === event.target);
  const field = inputsOf(moved)[place];
  const { selectionStart = null, selectionEnd = null } = inputsOf(currentTarget)[place] ?? {};
  button.click();
  // The focus stays in the same field of the moved row, so that typing goes on there.
  field?.focus();
  if (selectionStart !== null) field?.setSelectionRange(selectionStart, selectionEnd);
}

/** Fields of a row except the position. */
const inputsOf = (row: Element): (HTMLInputElement | HTMLTextAreaElement)[] =>
  [...row.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].filter(
    ({ name }) => !name.endsWith(":place"),
  );
