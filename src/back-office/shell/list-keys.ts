/** The rows of the page's list: what J and K walk through. */
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".t--live .row-link")];

/** Puts the focus on the next row of the list, or the one before; at the ends it stays. */
export function stepRow(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row.closest("tr")?.contains(document.activeElement));
  const next = at < 0 ? all[step > 0 ? 0 : all.length - 1] : all[at + step];
  next?.focus();
}

const boxOf = (row: Element | null | undefined) => row?.querySelector<HTMLInputElement>('input[type="checkbox"]');

/** Ticks the box of the row that has the focus; with Shift those of all rows from the last ticked one down or up to it, too. */
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

/** Puts the focus into the search of the page. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}

/** Takes the last act back, while its message stands there. */
export function undoLastAct(): void {
  document.querySelector<HTMLButtonElement>("[data-undo]")?.click();
}
