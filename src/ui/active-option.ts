/** That no option of a list is active. */
export const NO_OPTION = -1;

/** The step of an arrow key through a list of options; nothing for any other key. */
export function stepOf(key: string): 1 | -1 | undefined {
  if (key === "ArrowDown") return 1;
  return key === "ArrowUp" ? -1 : undefined;
}

/**
 * The index of the option that is active after a step, going around at either end. A list `withNone` has one more stop
 * there: the one where no option is active.
 */
export function steppedOption(active: number, step: 1 | -1, count: number, { withNone = false } = {}): number {
  if (count === 0) return NO_OPTION;
  if (withNone) return ((active + 1 + step + count + 1) % (count + 1)) - 1;
  if (active === NO_OPTION) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}
