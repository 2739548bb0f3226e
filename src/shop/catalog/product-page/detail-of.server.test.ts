import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { picturesFor } from "~/platform/media.server";
import { productById } from "../catalog.server";
import { cardOf } from "../cards/card";
import { detailOf, detailPictures } from "./detail-of.server";
import { picturesOf } from "./product-detail";

const { db } = await openTestShop();
const jacket = await productById(db, "89bfd678d7e19124ca884351");
if (!jacket) throw new Error("The demo shop has no Outlaw Leather Jacket.");

test("a color shows its own pictures, beginning with the front view", async () => {
  const detail = detailOf(jacket, await picturesFor(db, detailPictures(jacket)));
  expect(picturesOf(detail, "Oxblood").map(({ alt }) => alt)).toEqual([
    "Outlaw Leather Jacket in Oxblood, front",
    "Outlaw Leather Jacket in Oxblood, back",
  ]);
  expect(picturesOf(detail, "Sand")).toEqual([]);
  // The demo's charts are drawings of the size guide's own tables; another picture of sizes is shown.
  expect(detail.sizeChart).toBeNull();
  const charted = { ...jacket, sizeChart: jacket.images.slice(0, 1) };
  expect(detailOf(charted, await picturesFor(db, detailPictures(charted))).sizeChart?.path).toBe(jacket.images[0]);
});

test("a color without a list of pictures can be chosen, and shows its variants' picture", async () => {
  const bare = { ...jacket, colors: jacket.colors.filter(({ name }) => name !== "Oxblood") };
  const detail = detailOf(bare, await picturesFor(db, detailPictures(bare)));
  expect(detail.colors.map(({ name }) => name)).toEqual(["Black", "Oxblood"]);
  expect(picturesOf(detail, "Oxblood").map(({ alt }) => alt)).toEqual(["Outlaw Leather Jacket in Oxblood, front"]);
});

test("a color without any picture shows the product's pictures on its page and in its card", async () => {
  const bare = {
    ...jacket,
    images: jacket.colors[0]?.images ?? [],
    colors: jacket.colors.map((color) => ({ ...color, images: [] })),
    variants: jacket.variants.map((variant) => ({ ...variant, image: null })),
  };
  const pictures = await picturesFor(db, detailPictures(bare));
  expect(picturesOf(detailOf(bare, pictures), "Oxblood").map(({ path }) => path)).toEqual(bare.images);
  const { colors, front } = cardOf(bare, pictures, 5);
  expect(colors.map((color) => color.front)).toEqual(colors.map(() => front));
  expect(front).not.toBeNull();
});
