import { expect, test } from "vitest";
import { filledUp } from "./filled-up";

const shelf = (...ids: string[]) => ids.map((id) => ({ id }));

test("fewer than four recommendations are filled up from the categories above, without repetition (R-2.6-05, R-2.8-01)", () => {
  const ids = (own: string[], above: string[]) => filledUp(shelf(...own), shelf(...above)).map(({ id }) => id);

  expect(ids(["boots", "belt"], ["belt", "tee", "henley", "cap"])).toEqual(["boots", "belt", "tee", "henley"]);
  expect(ids(["a", "b", "c", "d", "e"], ["f"])).toEqual(["a", "b", "c", "d", "e"]);
  expect(ids([], ["a", "b", "c", "d", "e"])).toEqual(["a", "b", "c", "d", "e"]);
});
