import { describe, expect, test } from "vitest";
import { cents, type Cents } from "../money";
import type { Addable, Line } from "./bag";
import { buyable, refreshed, standingOf } from "./freshness";

const line: Line = {
  product: "101",
  name: "Mesa Mesh Jacket",
  size: "M",
  color: "Black",
  image: "",
  quantity: 2,
  price: cents(219_00),
};
const jacket = ({
  salePrice = null,
  stock = null,
}: { salePrice?: Cents | null; stock?: number | null } = {}): Addable => ({
  id: "101",
  name: "Mesa Mesh Jacket",
  salePrice,
  variants: [{ size: "M", color: "Black", price: cents(219_00), image: null, stock }],
});
const shop = (...products: Addable[]) => new Map(products.map((product) => [product.id, product]));

describe("a bag that is opened again", () => {
  test("stays as it is when nothing has changed", () => {
    expect(refreshed([line], shop(jacket()))).toEqual({ bag: [line], notices: [] });
  });

  test("takes a changed price and says so", () => {
    const { bag, notices } = refreshed([line], shop(jacket({ salePrice: cents(109_50) })));

    expect(bag[0]?.price).toBe(109_50);
    expect(notices).toEqual([
      "The price of Mesa Mesh Jacket changed from $219.00 to $109.50 since you put it in the bag.",
    ]);
  });

  test("holds no more than there is left", () => {
    const { bag, notices } = refreshed([line], shop(jacket({ stock: 1 })));

    expect(bag[0]?.quantity).toBe(1);
    expect(notices).toEqual(["Only 1 of Mesa Mesh Jacket, Black, M left: we lowered the quantity."]);
  });

  test("keeps what is sold out or gone, at the price it had", () => {
    const soldOut = shop(jacket({ salePrice: cents(1_00), stock: 0 }));

    expect(refreshed([line], soldOut)).toEqual({ bag: [line], notices: [] });
    expect(refreshed([line], shop())).toEqual({ bag: [line], notices: [] });
  });
});

describe("where a line stands", () => {
  test("unset stock is unlimited", () => {
    expect(standingOf(line, jacket())).toEqual({ kind: "available", left: null });
  });

  test("a pair without stock is sold out", () => {
    expect(standingOf(line, jacket({ stock: 0 }))).toEqual({ kind: "sold-out" });
  });

  test("a product or a pair that is not sold any more is gone", () => {
    expect(standingOf(line, undefined)).toEqual({ kind: "gone" });
    expect(standingOf({ ...line, size: "XS" }, jacket())).toEqual({ kind: "gone" });
  });

  test("only what can be bought is bought", () => {
    const gone = { ...line, color: "Sand" };

    expect(buyable([line, gone], shop(jacket()))).toEqual([line]);
  });
});
