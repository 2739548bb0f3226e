/** Links of the rows of the page's list, for the shortcuts J and K. */
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".t--live .row-link")];

/** Moves the focus to the next (1) or previous (-1) row of the list; stops at the first and the last row. */
export function stepRow(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row.closest("tr")?.contains(document.activeElement));
  const next = at < 0 ? all[step > 0 ? 0 : all.length - 1] : all[at + step];
  next?.focus();
}

const boxOf = (row: Element | null | undefined) => row?.querySelector<HTMLInputElement>('input[type="checkbox"]');

/** Toggles the checkbox of the focused row; with Shift ticks all rows from the focused row to the nearest ticked one. */
export function chooseRow({ shiftKey }: Pick<KeyboardEvent, "shiftKey">): void {
  const row = document.activeElement?.closest("tr");
  const box = boxOf(row);
  if (!row || !box) return;
  const all = rows().flatMap((link) => link.closest("tr") ?? []);
  const ticked = all.flatMap((one, index) => (boxOf(one)?.checked ? [index] : []));
  const at = all.indexOf(row);
  const nearest = ticked.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
  if (!shiftKey || nearest === undefined) return box.click();
  for (const one of all.slice(Math.min(at, nearest), Math.max(at, nearest) + 1))
    if (!boxOf(one)?.checked) boxOf(one)?.click();
}

/** Focuses the search field of the page. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}

/** Undoes the last act if its message is still shown. */
export function undoLastAct(): void {
  document.querySelector<HTMLButtonElement>("[data-undo]")?.click();
}
