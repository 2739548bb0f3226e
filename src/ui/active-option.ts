/** Value for "no active option". */
export const NO_OPTION = -1;

/** Direction of an arrow key in a list of options; undefined for other keys. */
export function stepOf(key: string): 1 | -1 | undefined {
  if (key === "ArrowDown") return 1;
  return key === "ArrowUp" ? -1 : undefined;
}

/** Index of the active option after a step, wrapping around. With `withNone` one more position means that no option is active. */
export function steppedOption(active: number, step: 1 | -1, count: number, { withNone = false } = {}): number {
  if (count === 0) return NO_OPTION;
  if (withNone) return ((active + 1 + step + count + 1) % (count + 1)) - 1;
  if (active === NO_OPTION) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}

/** Scrolls the active option of a list into view, as the browser does with what has the focus. */
export function reveal(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}
