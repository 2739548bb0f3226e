/** The figures of a run, each with its goal; the exit code is 1 when a goal is missed. */
const figures = [];

/**
 * Records a figure and prints its line at once. A goal is `{ most }` or `{ least }`, in the figure's unit; a figure without a
 * goal is for information. `note` describes the conditions of the measurement.
 */
export function figure(name, value, unit, goal = {}, note = "") {
  const { most = Infinity, least = -Infinity } = goal;
  const isMet = Number.isFinite(value) && value <= most && value >= least;
  const wanted = Number.isFinite(most) ? `<= ${most}` : Number.isFinite(least) ? `>= ${least}` : "";
  const verdict = wanted && (isMet ? "ok" : "MISSED");
  const line =
    `${name.padEnd(62)}${`${rounded(value)} ${unit}`.padStart(14)}  ${wanted.padEnd(9)} ${verdict.padEnd(7)} ${note}`.trimEnd();
  figures.push({ line, isMissed: wanted !== "" && !isMet });
  console.log(line);
}

/** Records a figure that could not be measured, with the reason; it counts as a missed goal. */
export function failed(name, error) {
  const line = `${name}: NOT MEASURED: ${error instanceof Error ? error.message : error}`;
  figures.push({ line, isMissed: true });
  console.log(line);
}

export const heading = (text) => console.log(`\n${text}`);

/** Prints a remark below the figure before it. */
export const remark = (text) => console.log(`  ${text}`);

/** The printed lines of all figures that miss their goal or could not be measured. */
export const missed = () => figures.filter(({ isMissed }) => isMissed).map(({ line }) => line);

const rounded = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

/** The median of some numbers; for an even count, the lower of the two middle numbers. */
export const median = (numbers) => percentile(numbers, 0.5);

/** The percentile of some numbers by nearest rank; `share` is between 0 and 1. */
export const percentile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)];

/** The largest percentile among stretches of `length` consecutive numbers; the last stretch may overlap the one before. */
export function worstStretch(numbers, length, share) {
  const count = Math.max(1, Math.ceil(numbers.length / length));
  const stretches = Array.from({ length: count }, (_, index) => {
    const from = Math.max(0, Math.min(index * length, numbers.length - length));
    return numbers.slice(from, from + length);
  });
  return Math.max(...stretches.map((stretch) => percentile(stretch, share)));
}
