import { expect, test } from "vitest";
import { missingFilms } from "./missing-films.server";

test("a video whose product is not in the shop is reported once per change, not once per rendered page", () => {
  const told: string[] = [];
  const look = missingFilms(({ film, productId }) => told.push(`${film} ${productId}`));
  const film = (productId: string | null, product: unknown = null) => ({ id: "1", productId, product });

  for (let page = 0; page < 5; page += 1) look([film("gone"), { id: "2", productId: null, product: null }]);
  expect(told).toEqual(["1 gone"]);
  look([film("there", {})]);
  look([film("gone")]);
  look([film("other")]);
  expect(told).toEqual(["1 gone", "1 gone", "1 other"]);
});
