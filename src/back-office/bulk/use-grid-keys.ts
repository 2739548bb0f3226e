import type { ClipboardEvent, KeyboardEvent } from "react";

/** Arrows and Enter go from cell to cell, and a column that is pasted fills the cells below. */
export const useGridKeys = () => ({ onKeyDown, onPaste });

function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = cellOf(event.target);
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = nextCell(cell, event.key, event.shiftKey);
  if (next === undefined) return;
  event.preventDefault();
  next?.focus();
  next?.select();
}

/** The cell that a key leads to, null where there is none; nothing for a key that stays in the cell. */
function nextCell(cell: HTMLInputElement, key: string, isBack: boolean): HTMLInputElement | null | undefined {
  if (key === "ArrowDown" || (key === "Enter" && !isBack)) return below(cell, 1);
  if (key === "ArrowUp" || (key === "Enter" && isBack)) return below(cell, -1);
  const isAll = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
  if (key === "ArrowRight" && (isAll || cell.selectionStart === cell.value.length)) return beside(cell, 1);
  if (key === "ArrowLeft" && (isAll || cell.selectionEnd === 0)) return beside(cell, -1);
  return undefined;
}

function onPaste(event: ClipboardEvent<HTMLTableElement>): void {
  const cell = cellOf(event.target);
  const lines = event.clipboardData
    .getData("text/plain")
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  if (!cell || (lines.length < 2 && !lines[0]?.includes("\t"))) return;
  event.preventDefault();
  let row: HTMLInputElement | null = cell;
  for (const line of lines) {
    let target: HTMLInputElement | null = row;
    for (const text of line.split("\t")) {
      if (target) fill(target, text.trim());
      target = target && beside(target, 1);
    }
    row = row && below(row, 1);
  }
}

/** As if it had been typed: whoever listens to the field hears of it. */
function fill(cell: HTMLInputElement, text: string): void {
  cell.value = text;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
}

const cellOf = (target: EventTarget): HTMLInputElement | null =>
  target instanceof HTMLInputElement && target.dataset.column ? target : null;

function below(cell: HTMLInputElement, by: 1 | -1): HTMLInputElement | null {
  const row = cell.closest("tr");
  const other = by === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  return other?.querySelector(`[data-column="${cell.dataset.column}"]`) ?? null;
}

function beside(cell: HTMLInputElement, by: 1 | -1): HTMLInputElement | null {
  const cells = [...(cell.closest("tr")?.querySelectorAll<HTMLInputElement>("[data-column]") ?? [])];
  return cells[cells.indexOf(cell) + by] ?? null;
}
