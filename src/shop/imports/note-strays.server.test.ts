import { expect, test } from "vitest";
import { MOST_STRAYS, strayNames } from "./note-strays.server";

test("of a form with very many files only as many names are held as can be stored, each once, and no other files", () => {
  const strays = strayNames();
  for (let index = 0; index < 50_000; index += 1) {
    strays.add("Folder/Same.JPG");
    strays.add(`goods-${index}.csv`);
  }
  expect(strays.names()).toEqual(["same.jpg"]);
  for (let index = 0; index < 50_000; index += 1) strays.add(`picture-${index}.webp`);
  expect(strays.names()).toHaveLength(MOST_STRAYS);
});
