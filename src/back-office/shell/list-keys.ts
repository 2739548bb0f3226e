/** The rows of the page's list: what J and K walk through. */
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".t--live .row-link")];

/** Puts the focus on the next row of the list, or the one before; at the ends it stays. */
export function stepRow(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row.closest("tr")?.contains(document.activeElement));
  const next = at < 0 ? all[step > 0 ? 0 : all.length - 1] : all[at + step];
  next?.focus();
}

/** Ticks the box of the row that has the focus. */
export function chooseRow(): void {
  document.activeElement?.closest("tr")?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
}

/** Puts the focus into the search of the page. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}

/** Takes the last act back, while its message stands there. */
export function undoLastAct(): void {
  document.querySelector<HTMLButtonElement>("[data-undo]")?.click();
}
