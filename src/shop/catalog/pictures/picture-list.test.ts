import { expect, test } from "vitest";
import { allPictures, changedList, listId, listNamed, listsOf, type PictureChange } from "./picture-list";

const move = (path: string, to: Extract<PictureChange, { kind: "move" }>["to"]): PictureChange => ({
  kind: "move",
  path,
  to,
});

test.each<[string, PictureChange, string]>([
  ["one place earlier", move("c", "earlier"), "acb"],
  ["the first stays first", move("a", "earlier"), "abc"],
  ["one place later", move("a", "later"), "bac"],
  ["the last stays last", move("c", "later"), "abc"],
  ["before another", move("c", { before: "a" }), "cab"],
  ["to the end", move("a", "last"), "bca"],
  ["before one that is gone", move("b", { before: "x" }), "abc"],
  ["one that is gone", move("x", "later"), "abc"],
  ["taken out", { kind: "remove", path: "b" }, "ac"],
  ["added at the end, each once", { kind: "add", paths: ["d", "a", "e", "d"] }, "abcde"],
  ["added behind one", { kind: "add", paths: ["d", "e"], after: "a" }, "adebc"],
  [
    "added before one, where the one it should follow is gone",
    { kind: "add", paths: ["d"], after: "x", before: "a" },
    "dabc",
  ],
])("change of a list of pictures: %s", (_, change, result) => {
  expect(changedList(["a", "b", "c"], change).join("")).toBe(result);
});

test("a product's own pictures are those without a color; the list of all pictures begins with the pictures of colors", () => {
  const lists = listsOf(
    ["a", "b", "x"],
    [
      { name: "Black", images: ["b"] },
      { name: "Sand", images: ["a", "b"] },
    ],
  );
  expect(lists.own).toEqual(["x"]);
  expect(allPictures(lists)).toEqual(["b", "a", "x"]);
});

test("the id of a list contains the product and the color, also with special characters", () => {
  for (const color of ["", "Black", "Red / Blue"])
    expect(listNamed(listId("abc", color))).toEqual({ productId: "abc", color });
});
