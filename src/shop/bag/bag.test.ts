import { describe, expect, test } from "vitest";
import { NO_CHOICE } from "~/shop/catalog/product";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import { limits } from "~/shop/limits";
import { cents } from "~/shop/money";
import {
  added,
  itemCount,
  lineFor,
  pictureAddress,
  removed,
  withQuantity,
  type Addable,
  type Line,
  beyondOneOrder,
} from "./bag";
import { putBack } from "./put-back";

const tee = (choice: Partial<Line> = {}): Line => ({
  product: "201",
  name: "Ride Dirty Tee",
  size: "L",
  color: "Black",
  image: "/media/products/ride-dirty-tee/black-front.webp",
  quantity: 1,
  price: cents(34_00),
  ...choice,
});

const jacket: Addable = {
  id: "101",
  name: "Desert Jacket",
  salePrice: null,
  variants: [
    { size: "M", color: "Sand", price: cents(189_00), salePrice: null, image: "/media/sand.webp", stock: 3 },
    { size: "L", color: "Sand", price: cents(199_00), salePrice: null, image: null, stock: 0 },
    { size: "L", color: "Black", price: cents(209_00), salePrice: null, image: null, stock: null },
  ],
};
const beanie: Addable = {
  id: "301",
  name: "Watch Beanie",
  salePrice: cents(20_00),
  variants: [{ size: NO_CHOICE, color: NO_CHOICE, price: cents(26_00), salePrice: null, image: null }],
};

describe("adding to the bag", () => {
  test("a line holds one piece of the chosen size and color at its own price (R-4-09)", () => {
    expect(lineFor(jacket, { size: "L", color: "Black" }, "/media/front.webp")).toEqual({
      product: "101",
      name: "Desert Jacket",
      size: "L",
      color: "Black",
      image: "/media/front.webp",
      quantity: 1,
      price: 209_00,
    });
  });

  test("a line has its variant's own picture, if the variant has one", () => {
    expect(lineFor(jacket, { size: "M", color: "Sand" }, "/media/front.webp").image).toBe("/media/sand.webp");
  });

  test("for a product without choices, size and color are the word 'default', and the shopper is asked for neither (R-3-16, R-5-04)", () => {
    expect(lineFor(beanie, {}, "")).toMatchObject({ size: "default", color: "default", price: 20_00 });
  });

  test("adding a product without a chosen size is refused (R-8-04)", () => {
    expect(() => lineFor(jacket, { color: "Sand" }, "")).toThrow("Please select a size.");
  });

  test("adding a variant that is not sold, or sold out, is refused (R-8-05)", () => {
    const words = "This size and color combination is not available.";
    expect(() => lineFor(jacket, { size: "M", color: "Black" }, "")).toThrow(words);
    expect(() => lineFor(jacket, { size: "L", color: "Sand" }, "")).toThrow(words);
  });

  test("adding the same product, color and size twice makes one line with quantity two (R-3-15, R-4-01)", () => {
    expect(added([tee()], tee())).toEqual([tee({ quantity: 2 })]);
  });

  test("adding another size or color makes another line at the end of the bag (R-4-02)", () => {
    const bag = added(added([tee()], tee({ size: "M" })), tee({ color: "Bone" }));

    expect(bag.map(({ size, color }) => `${color} ${size}`)).toEqual(["Black L", "Black M", "Bone L"]);
  });

  test("adding a product again gives the whole line the current price", () => {
    expect(added([tee()], tee({ price: cents(30_00) }))[0]?.price).toBe(30_00);
  });

  test("adding to a full bag or a full line is refused with a message", () => {
    const full = Array.from({ length: limits.bag.lines }, (_, i) => tee({ size: String(i) }));

    expect(() => added(full, tee({ size: "XXL" }))).toThrow("Your bag cannot hold more of this.");
    expect(() => added([tee({ quantity: 24 })], tee(), 24)).toThrow("Your bag cannot hold more of this.");
    expect(added([tee({ quantity: 23 })], tee(), 24)[0]?.quantity).toBe(24);
  });
});

describe("changing the bag", () => {
  const bag = [tee(), tee({ color: "Bone" }), tee({ product: "202", size: "S" })];

  test("removing a line leaves the product's other color (R-4-03)", () => {
    expect(removed(bag, tee())).toEqual(bag.slice(1));
  });

  test("a removed line comes back at its place, once, and only while the bag has room for it (R-4-03)", () => {
    const bag = [tee({ size: "S" }), tee({ size: "M", quantity: 3 }), tee({ size: "L" })];
    const [first, line, last] = bag as [Line, Line, Line];
    expect(putBack([first, last], line, 1)).toEqual(bag);
    expect(putBack([], line, 0)).toEqual([line]);
    expect(putBack([first], line, 2), "another line was removed meanwhile").toEqual([first, line]);
    expect(putBack([first, tee({ size: "M" })], line, 1), "it was added again").toEqual([first, tee({ size: "M" })]);
    const full = Array.from({ length: limits.bag.lines }, (_, size) => tee({ size: String(size) }));
    expect(putBack(full, line, 0)).toEqual(full);
  });

  test("a quantity set for product, size and color changes only that line (R-4-04)", () => {
    expect(withQuantity(bag, tee(), 4).map(({ quantity }) => quantity)).toEqual([4, 1, 1]);
  });

  test("a quantity set for a product changes all its lines (R-4-06)", () => {
    expect(withQuantity(bag, { product: "201" }, 4).map(({ quantity }) => quantity)).toEqual([4, 4, 1]);
  });

  test("a quantity is limited to the range from 1 to the maximum of a line (R-4-05)", () => {
    expect(withQuantity(bag, tee(), 0)[0]?.quantity).toBe(1);
    expect(withQuantity(bag, tee(), 1e9)[0]?.quantity).toBe(limits.bag.quantity);
    expect(withQuantity(bag, tee(), 25, 24)[0]?.quantity).toBe(24);
  });

  test("the bag's count is the sum of quantities", () => {
    expect(itemCount(withQuantity(bag, tee(), 4))).toBe(6);
  });
});

describe("the maximum number of pieces of an order", () => {
  test("is shown as soon as the bag has one piece more, with the number of pieces in the bag", () => {
    expect(beyondOneOrder([tee({ quantity: 20 }), tee({ size: "M", quantity: 4 })], 24)).toBeUndefined();
    expect(beyondOneOrder([tee({ quantity: 20 }), tee({ size: "M", quantity: 5 })], 24)).toBe(
      "One order holds up to 24 pieces, and your bag has 25.",
    );
  });
});

describe("a line's picture (R-3-17)", () => {
  test("with a relative path is loaded from the API", () => {
    expect(pictureAddress(tee(), 160)).toBe("/api/media/products/ride-dirty-tee/black-front.webp?width=160");
    expect(pictureAddress({ image: "uploads/tee.webp" }, 160)).toBe("/api/uploads/tee.webp?width=160");
  });

  test("with an absolute address is loaded from there", () => {
    expect(pictureAddress({ image: "https://example.com/tee.webp" }, 160)).toBe("https://example.com/tee.webp");
  });

  test("has no address if the line has none", () => {
    expect(pictureAddress({ image: "" }, 160)).toBe("");
  });
});

describe("a gift card in the bag", () => {
  const card: Addable = {
    id: GIFT_CARD_ID,
    name: "Gift Card",
    salePrice: null,
    price: null,
    variants: [{ size: "$50", color: "default", price: cents(50_00), salePrice: null, image: null, stock: null }],
  };
  const bought = (key: string): Line => ({ ...lineFor(card, { size: "$50" }, ""), giftCard: { key } });

  test("never merges with another of the same amount, and is removed by itself", () => {
    const [one, other] = [bought("a"), bought("b")];
    const bag = added(added([], one), other);
    expect(bag).toEqual([one, other]);
    expect(removed(bag, one)).toEqual([other]);
  });

  test("stays one piece", () => {
    const one = bought("a");
    expect(withQuantity([one], one, 3)).toEqual([one]);
    expect(withQuantity([one], { product: GIFT_CARD_ID }, 3)).toEqual([one]);
  });
});
