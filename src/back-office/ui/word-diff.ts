/** A run of words, and whether the other text contains it. */
interface Run {
  text: string;
  isChanged: boolean;
}

/** Longer texts are compared as a whole: the table grows with the product of both lengths. */
const MOST_WORDS = 400;

/** Words of `mine`, marked where they differ from `theirs`, by the longest common subsequence. */
export function wordDiff(mine: string, theirs: string): Run[] {
  const [a, b] = [wordsOf(mine), wordsOf(theirs)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return [{ text: mine, isChanged: mine !== theirs }];
  const lengths = commonLengths(a, b);
  const at = (i: number, j: number) => lengths[i * (b.length + 1) + j] ?? 0;
  const runs: Run[] = [];
  for (let i = 0, j = 0; i < a.length;) {
    if (j < b.length && a[i] === b[j]) {
      append(runs, a[i] ?? "", false);
      i += 1;
      j += 1;
    } else if (j < b.length && at(i, j + 1) >= at(i + 1, j)) j += 1;
    else {
      append(runs, a[i] ?? "", true);
      i += 1;
    }
  }
  return runs;
}

/** Words with their trailing space. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

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

function append(runs: Run[], text: string, isChanged: boolean): void {
  const last = runs.at(-1);
  if (last?.isChanged === isChanged) last.text += text;
  else runs.push({ text, isChanged });
}
