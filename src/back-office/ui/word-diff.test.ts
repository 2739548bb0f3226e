import fc from "fast-check";
import { expect, test } from "vitest";
import { besideChanges, wordDiff } from "./word-diff";

const marked = (mine: string, theirs: string) =>
  wordDiff(mine, theirs)
    .map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))
    .join("");
const long = (words: number) => Array.from({ length: words }, (_, place) => `word${place} `).join("");

test.each([
  ["Wash warm. Dry flat.", "Wash cold. Dry flat.", "Wash [warm. ]Dry flat."],
  ["the same", "the same", "the same"],
  ["", "theirs", ""],
  ["mine", "", "[mine]"],
  ["a b c", "b c d", "[a ]b c"],
  ["Dry flat.", "Dry flat. Iron cold.", "Dry flat."],
])("%j beside %j is marked %j", (mine, theirs, expected) => expect(marked(mine, theirs)).toBe(expected));

test("a single changed word is marked, and no other words, in texts of any length", () => {
  expect(marked(long(5000).replace("word2500 ", "mine "), long(5000)).match(/\[[^\]]*\]/g)).toEqual(["[mine ]"]);
});

test("a long text is cut to its changes, each with whole words beside it; a short text is shown whole", () => {
  const shown = (mine: string, theirs: string) =>
    besideChanges(wordDiff(mine, theirs))
      .map(({ text }) => text)
      .join("");
  const cut = shown(long(900).replace("word400 ", "mine "), long(900));
  expect(cut).toMatch(/^… word\d+ (?:word\d+ )*word399 mine word401 (?:word\d+ )*… $/);
  expect(cut.length).toBeLessThan(300);
  expect(shown(`${long(900)}Mine.`, long(900))).toMatch(/^… (?:word\d+ )+Mine\.$/);
  expect(shown(long(900), `${long(900)}Theirs.`)).toMatch(/^(?:word\d+ )+… $/);
  expect(shown("Wash warm. Dry flat.", "Wash cold. Dry flat.")).toBe("Wash warm. Dry flat.");
});

test("texts without a common word are marked as a whole, at any length", () => {
  expect(marked(long(5000), long(5000).replaceAll("word", "other"))).toBe(`[${long(5000)}]`);
});

test("all runs joined are the first text, and its unchanged runs occur in the other text in the same order", () => {
  const text = fc
    .array(fc.constantFrom("a ", "b ", "c ", "d\n", "e"), { maxLength: 14 })
    .map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (mine, theirs) => {
      const runs = wordDiff(mine, theirs);
      expect(runs.map(({ text }) => text).join("")).toBe(mine);
      const kept = runs.flatMap((run) => (run.isChanged ? [] : (run.text.match(/\S+/g) ?? [])));
      let from = 0;
      for (const word of theirs.match(/\S+/g) ?? []) if (word === kept[from]) from += 1;
      expect(from).toBe(kept.length);
    }),
  );
});
