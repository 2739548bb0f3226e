import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import type { CommunityVideo } from "./film";
import { reelOf } from "./reel";

const film: CommunityVideo = {
  id: "reel",
  fileName: "reel-1.mp4",
  filePath: "/media/videos/reel-1.mp4",
  poster: null,
  productId: "101",
  product: { id: "101", name: "Outlaw Leather Jacket", price: cents(389_00), image: null, picture: null },
};

describe("a film of the community", () => {
  test("shows its product's name and price, and links to the product", () => {
    expect(reelOf(film)).toMatchObject({
      film: "/api/media/videos/reel-1.mp4",
      name: "Outlaw Leather Jacket",
      price: "$389.00",
      to: "/product/outlaw-leather-jacket-101",
    });
  });

  test("says 'Product unavailable' if its product was unpublished (R-8-09)", () => {
    expect(reelOf({ ...film, product: null })).toMatchObject({ name: "Product unavailable", price: "", to: null });
  });

  test("says 'Unknown Product' if it has no product (R-8-10)", () => {
    expect(reelOf({ ...film, productId: null, product: null })).toMatchObject({
      name: "Unknown Product",
      price: "N/A",
      to: null,
    });
  });
});
