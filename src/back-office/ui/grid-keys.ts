import type { ClipboardEvent, KeyboardEvent } from "react";

/** The fields of the column that a field is in, downwards, over all tables of the grid. */
function columnOf(field: HTMLInputElement, grid: Element): HTMLInputElement[] {
  return [...grid.querySelectorAll<HTMLInputElement>(`input[data-column="${field.dataset.column}"]:not(:disabled)`)];
}

/** Arrow keys and Enter move through the fields of a grid; left and right once the cursor is at the end of what is typed. */
export function gridKeys(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !field.dataset.column) return;
  const next = fieldAfter(event.key, field, event.currentTarget);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

function fieldAfter(key: string, field: HTMLInputElement, grid: Element): HTMLInputElement | undefined {
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[key];
  if (step) {
    const column = columnOf(field, grid);
    // Enter on the last row stays there; it sends the form from elsewhere.
    return column[column.indexOf(field) + step] ?? (key === "Enter" ? field : undefined);
  }
  const isAtEnd = field.selectionStart === field.selectionEnd && field.selectionEnd === field.value.length;
  const isAtStart = field.selectionEnd === 0;
  const row = [...(field.closest("tr")?.querySelectorAll<HTMLInputElement>("input[data-column]:not(:disabled)") ?? [])];
  if (key === "ArrowRight" && isAtEnd) return row[row.indexOf(field) + 1];
  if (key === "ArrowLeft" && isAtStart) return row[row.indexOf(field) - 1];
  return undefined;
}

/** Several lines that are pasted fill the column downwards. */
export function gridPaste(event: ClipboardEvent<HTMLElement>): void {
  const field = event.target;
  const lines = event.clipboardData
    .getData("text/plain")
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  if (!(field instanceof HTMLInputElement) || !field.dataset.column || lines.length < 2) return;
  event.preventDefault();
  const column = columnOf(field, event.currentTarget);
  const from = column.indexOf(field);
  for (const [index, line] of lines.entries()) {
    const each = column[from + index];
    if (each) each.value = line.split("\t")[0]?.trim() ?? "";
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
