import type { ClipboardEvent, KeyboardEvent, PointerEvent } from "react";

/** Props that turn an element into a grid of fields with keyboard navigation; each field names its column in `data-column`. */
export const gridKeys = { onKeyDown, onPaste, onPointerDown };

/** Moves between fields with the arrow keys and Enter; left and right do so only at an end of the text, or if all is selected. */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const field = fieldOf(event.target);
  if (!field || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = fieldAfter(field, event);
  if (next === undefined) return;
  event.preventDefault();
  next?.focus();
  next?.select();
}

/** Selects a field's text on the first click, so that typing replaces it; a second click sets the cursor. */
function onPointerDown({ target, button }: PointerEvent<HTMLElement>): void {
  const field = fieldOf(target);
  if (!field || button !== 0 || field === document.activeElement) return;
  // The browser sets the cursor only between pointerdown and click.
  field.addEventListener("click", () => field.selectionStart === field.selectionEnd && field.select(), { once: true });
}

/** Field to which a key moves the focus: null at the edge of the grid, undefined for a key that does not leave the field. */
function fieldAfter(
  field: HTMLInputElement,
  { key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>,
): HTMLInputElement | null | undefined {
  if (key === "ArrowDown" || (key === "Enter" && !shiftKey)) return below(field, currentTarget, 1);
  if (key === "ArrowUp" || (key === "Enter" && shiftKey)) return below(field, currentTarget, -1);
  const isAll = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  if (key === "ArrowRight" && (isAll || field.selectionStart === field.value.length)) return beside(field, 1);
  if (key === "ArrowLeft" && (isAll || field.selectionEnd === 0)) return beside(field, -1);
  return undefined;
}

/** Fills fields downwards and to the right with cells pasted from a spreadsheet. */
function onPaste(event: ClipboardEvent<HTMLElement>): void {
  const field = fieldOf(event.target);
  const lines = event.clipboardData
    .getData("text/plain")
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  if (!field || (lines.length < 2 && !lines[0]?.includes("\t"))) return;
  event.preventDefault();
  let row: HTMLInputElement | null = field;
  for (const line of lines) {
    let target: HTMLInputElement | null = row;
    for (const text of line.split("\t")) {
      if (target) fill(target, text.trim());
      target = target && beside(target, 1);
    }
    row = row && below(row, event.currentTarget, 1);
  }
}

/** Sets a field's value and dispatches an input event, so that listeners react as if it was typed. */
function fill(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const fieldOf = (target: EventTarget): HTMLInputElement | null =>
  target instanceof HTMLInputElement && target.dataset.column ? target : null;

/** Next (1) or previous (-1) field of the same column, across all tables of the grid. */
function below(field: HTMLInputElement, grid: Element, by: 1 | -1): HTMLInputElement | null {
  const column = [
    ...grid.querySelectorAll<HTMLInputElement>(`input[data-column="${field.dataset.column}"]:not(:disabled)`),
  ];
  return column[column.indexOf(field) + by] ?? null;
}

/** Next (1) or previous (-1) field of the same row. */
function beside(field: HTMLInputElement, by: 1 | -1): HTMLInputElement | null {
  const fields = field.closest("tr")?.querySelectorAll<HTMLInputElement>("input[data-column]:not(:disabled)") ?? [];
  // Columns that are hidden on a phone are skipped.
  const row = [...fields].filter((each) => each.checkVisibility());
  return row[row.indexOf(field) + by] ?? null;
}
