import fc from "fast-check";
import { expect, test } from "vitest";
import { wordDiff } from "./word-diff";

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

test("a single changed word is marked alone in texts of any length", () => {
  expect(marked(long(5000).replace("word2500 ", "mine "), long(5000)).match(/\[[^\]]*\]/g)).toEqual(["[mine ]"]);
});

test("texts without common words are marked as a whole, whatever their length", () => {
  expect(marked(long(5000), long(5000).replaceAll("word", "other"))).toBe(`[${long(5000)}]`);
});

test("all runs joined are my text, and the unchanged runs occur in the other text in the same order", () => {
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
