import { describe, expect, test } from "vitest";
import { cents, type Cents } from "~/shop/money";
import type { Addable, Line } from "./bag";
import { buyable, type Catalog, refreshed, availabilityOf } from "./availability";

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
  variants: [{ size: "M", color: "Black", price: cents(219_00), salePrice: null, image: null, stock }],
});
const gone: Catalog = { "101": null };

describe("a bag that is opened again", () => {
  test("stays as it is when nothing has changed", () => {
    expect(refreshed([line], { "101": jacket() })).toEqual({ bag: [line], notices: [] });
  });

  test("takes a changed price and reports it", () => {
    const { bag, notices } = refreshed([line], { "101": jacket({ salePrice: cents(109_50) }) });

    expect(bag[0]?.price).toBe(109_50);
    expect(notices).toEqual([
      "The price of Mesa Mesh Jacket changed from $219.00 to $109.50 since you put it in the bag.",
    ]);
  });

  test("lowers a quantity to the stock that is left", () => {
    const { bag, notices } = refreshed([line], { "101": jacket({ stock: 1 }) });

    expect(bag[0]?.quantity).toBe(1);
    expect(notices).toEqual(["Only 1 of Mesa Mesh Jacket, Black, M left: we lowered the quantity."]);
  });

  test("lowers a quantity to the maximum of one order", () => {
    const { bag, notices } = refreshed([{ ...line, quantity: 30 }], { "101": jacket({ stock: 40 }) }, 24);

    expect(bag[0]?.quantity).toBe(24);
    expect(notices).toEqual(["One order holds up to 24 of Mesa Mesh Jacket, Black, M: we lowered the quantity."]);
  });

  test("keeps lines that are sold out or no longer sold, at their old price", () => {
    const soldOut = { "101": jacket({ salePrice: cents(1_00), stock: 0 }) };

    expect(refreshed([line], soldOut)).toEqual({ bag: [line], notices: [] });
    expect(refreshed([line], gone)).toEqual({ bag: [line], notices: [] });
  });
});

describe("the availability of a line", () => {
  test("unset stock is unlimited", () => {
    expect(availabilityOf(line, { "101": jacket() })).toEqual({ kind: "available", left: null });
  });

  test("a variant without stock is sold out", () => {
    expect(availabilityOf(line, { "101": jacket({ stock: 0 }) })).toEqual({ kind: "sold-out" });
  });

  test("a product or a variant that is not sold any more is gone", () => {
    expect(availabilityOf(line, gone)).toEqual({ kind: "gone" });
    expect(availabilityOf({ ...line, size: "XS" }, { "101": jacket() })).toEqual({ kind: "gone" });
  });

  test("only available lines can be bought", () => {
    expect(buyable([line, { ...line, color: "Sand" }], { "101": jacket() })).toEqual([line]);
  });

  test("all lines can be bought until the catalog has answered", () => {
    expect(buyable([line], {})).toEqual([line]);
    expect(refreshed([line], {})).toEqual({ bag: [line], notices: [] });
  });
});
