/** The figures of a run, each with its goal; what was missed decides the exit code. */
const figures = [];

/**
 * Records a figure and prints its line. A goal is `{ most }` or `{ least }`, in the figure's unit; without one it is for
 * information. `note` says with what it was measured.
 */
export function figure(name, value, unit, goal = {}, note = "") {
  const { most = Infinity, least = -Infinity } = goal;
  const isMet = Number.isFinite(value) && value <= most && value >= least;
  figures.push({ name, value, unit, goal, isMet });
  const wanted = Number.isFinite(most) ? `<= ${most}` : Number.isFinite(least) ? `>= ${least}` : "";
  const verdict = wanted && (isMet ? "ok" : "MISSED");
  console.log(
    `${name.padEnd(62)}${`${rounded(value)} ${unit}`.padStart(14)}  ${wanted.padEnd(9)} ${verdict.padEnd(7)} ${note}`.trimEnd(),
  );
}

export const heading = (text) => console.log(`\n${text}`);

/** The figures that have a goal and miss it. */
export const missed = () => figures.filter(({ isMet, goal }) => !isMet && Object.keys(goal).length > 0);

const rounded = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

/** The middle of some numbers; of an even count the lower of the two. */
export const median = (numbers) => percentile(numbers, 0.5);

/** The value under which a share of some numbers lies, by nearest rank. */
export const percentile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)];
