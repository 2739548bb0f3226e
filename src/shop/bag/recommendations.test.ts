import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import type { Line } from "./bag";
import { categoriesOf, recommendationsFor } from "./recommendations";

const inBag = (product: string): Line => ({
  product,
  name: "Ride Dirty Tee",
  size: "L",
  color: "Black",
  image: "",
  quantity: 1,
  price: cents(34_00),
});
const shelf = (...ids: string[]) => ids.map((id) => ({ id }));

test("recommendations alternate between the bag's categories, without repetition and without products in the bag (R-2.8-01)", () => {
  const others = recommendationsFor(
    [inBag("tee")],
    [shelf("tee", "hoodie", "henley"), shelf("boots", "hoodie", "sneaker")],
  );

  expect(others.map(({ id }) => id)).toEqual(["boots", "hoodie", "henley", "sneaker"]);
});

test("a category whose products are all in the bag recommends nothing", () => {
  expect(recommendationsFor([inBag("tee")], [shelf("tee")])).toEqual([]);
  expect(recommendationsFor([inBag("tee")], [])).toEqual([]);
});

test("each category and each parent category is listed once", () => {
  const tops = { id: "tops", parent: "men" };
  const products = [
    { id: "tee", category: tops },
    { id: "henley", category: tops },
    { id: "belt", category: { id: "accessories", parent: null } },
  ];

  expect(categoriesOf(products)).toEqual({ own: ["tops", "accessories"], above: ["men"] });
});
