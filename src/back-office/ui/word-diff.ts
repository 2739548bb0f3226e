/** Consecutive words of a text that are all changed or all unchanged. */
interface Run {
  text: string;
  isChanged: boolean;
}

/**
 * Maximum number of words, between the common beginning and end of two texts, that are compared one by one. More words are
 * marked as a whole, because the table for the comparison grows with the product of both numbers.
 */
const MOST_WORDS = 400;

/**
 * Splits `mine` into runs that are marked as changed where they differ from `theirs`: by the longest common subsequence of the
 * words between the common beginning and the common end.
 */
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

/** Number of characters of unchanged text shown on each side of a change. */
const BESIDE = 120;

/** Shortens long unchanged runs to the words beside the changes, so that a change in a long text can be seen at once. */
export const besideChanges = (runs: readonly Run[]): Run[] =>
  runs.map((run, place) => {
    if (run.isChanged || run.text.length <= 3 * BESIDE) return run;
    const begin = place > 0 || runs.length === 1 ? `${run.text.slice(0, BESIDE).replace(/\S*$/, "")}… ` : "… ";
    const end = place < runs.length - 1 ? run.text.slice(-BESIDE).replace(/^\S*\s*/, "") : "";
    return { ...run, text: begin + end };
  });

/** Words of a text, each with the white space that follows it. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

/**
 * Key for comparing words. It has only one space or line break at its end, so that the last word of a text equals the same word
 * elsewhere.
 */
const keyOf = (word: string): string => word.trimEnd() + (word.includes("\n") ? "\n" : " ");

/** Indexes of the words of `a` that are in the longest common subsequence. */
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

/** Lengths of the longest common subsequence of the remaining words, for each pair of positions. */
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
