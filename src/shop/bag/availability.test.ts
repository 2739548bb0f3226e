import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import type { Addable, Line } from "./bag";
import { availabilityOf, buyable, type Catalog } from "./availability";

const line: Line = {
  product: "101",
  name: "Mesa Mesh Jacket",
  size: "M",
  color: "Black",
  image: "",
  quantity: 2,
  price: cents(219_00),
};
const jacket = (stock: number | null = null): Addable => ({
  id: "101",
  name: "Mesa Mesh Jacket",
  salePrice: null,
  variants: [{ size: "M", color: "Black", price: cents(219_00), salePrice: null, image: null, stock }],
});
const gone: Catalog = { "101": null };

describe("the availability of a line", () => {
  test("unset stock is unlimited", () => {
    expect(availabilityOf(line, { "101": jacket() })).toEqual({ kind: "available", left: null });
  });

  test("a variant without stock is sold out", () => {
    expect(availabilityOf(line, { "101": jacket(0) })).toEqual({ kind: "sold-out" });
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
  });
});
