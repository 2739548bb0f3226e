/** A run of words, and whether the other text contains it. */
interface Run {
  text: string;
  isChanged: boolean;
}

/** Most words that are compared one by one: the table of the algorithm grows with the product of both lengths. Longer parts are marked as a whole. */
const MOST_WORDS = 400;

/** Words of `mine`, marked where they differ from `theirs`, by the longest common subsequence of the part between their common beginning and end. */
export function wordDiff(mine: string, theirs: string): Run[] {
  const words = wordsOf(mine);
  const [a, b] = [words.map(keyOf), wordsOf(theirs).map(keyOf)];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;

  const common = new Set(commonPlaces(a.slice(start, a.length - end), b.slice(start, b.length - end)));
  const runs: Run[] = [];
  for (const [place, text] of words.entries()) {
    const isChanged = place >= start && place < a.length - end && !common.has(place - start);
    const last = runs.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else runs.push({ text, isChanged });
  }
  return runs;
}

/** Characters of unchanged words that stay on each side of a change. */
const BESIDE = 120;

/** Runs of which long unchanged ones are cut to the words beside the changes: a change in a page of text is seen without reading it. */
export const besideChanges = (runs: readonly Run[]): Run[] =>
  runs.map((run, place) => {
    if (run.isChanged || run.text.length <= 3 * BESIDE) return run;
    const begin = place > 0 || runs.length === 1 ? `${run.text.slice(0, BESIDE).replace(/\S*$/, "")}… ` : "… ";
    const end = place < runs.length - 1 ? run.text.slice(-BESIDE).replace(/^\S*\s*/, "") : "";
    return { ...run, text: begin + end };
  });

/** Words with the space behind them. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

/** Key by which words are compared, without the white space behind them, so that the last word of a text equals the same word elsewhere. */
const keyOf = (word: string): string => word.trimEnd() + (word.includes("\n") ? "\n" : " ");

/** Places of `a` whose words are in the longest common subsequence. */
function commonPlaces(a: string[], b: string[]): number[] {
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return [];
  const width = b.length + 1;
  const lengths = commonLengths(a, b);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const places: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      places.push(i);
      i += 1;
      j += 1;
    } else if (at(i, j + 1) >= at(i + 1, j)) j += 1;
    else i += 1;
  }
  return places;
}

/** Length of the longest common subsequence of the remaining words, for each pair of positions. */
function commonLengths(a: string[], b: string[]): Uint16Array {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
}
