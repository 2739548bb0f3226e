import { describe, expect, test } from "vitest";
import { cents, type Cents } from "~/shop/money";
import type { Addable, Line } from "./bag";
import type { Catalog } from "./availability";
import { refreshed } from "./refresh-bag";

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
      {
        words: "The price of Mesa Mesh Jacket changed from $219.00 to $109.50 since you put it in the bag.",
        line,
        beside: "$219.00 when you put it in the bag",
      },
    ]);
  });

  test("lowers a quantity to the stock that is left", () => {
    const { bag, notices } = refreshed([line], { "101": jacket({ stock: 1 }) });

    expect(bag[0]?.quantity).toBe(1);
    expect(notices).toMatchObject([
      {
        words: "Only 1 of Mesa Mesh Jacket, Black, M left: we lowered the quantity.",
        beside: "Quantity lowered from 2 to 1",
      },
    ]);
  });

  test("lowers a quantity to the maximum of one order", () => {
    const { bag, notices } = refreshed([{ ...line, quantity: 30 }], { "101": jacket({ stock: 40 }) }, 24);

    expect(bag[0]?.quantity).toBe(24);
    expect(notices).toMatchObject([
      { words: "One order holds up to 24 of Mesa Mesh Jacket, Black, M: we lowered the quantity." },
    ]);
  });

  test("keeps lines that are sold out or no longer sold, at their old price, and says that they are not part of the order", () => {
    const soldOut = { "101": jacket({ salePrice: cents(1_00), stock: 0 }) };
    const told = (words: string) => ({ bag: [line], notices: [{ words, line }] });

    expect(refreshed([line], soldOut)).toEqual(
      told("Mesa Mesh Jacket, Black, M is sold out, and not part of your order."),
    );
    expect(refreshed([line], gone)).toEqual(
      told("Mesa Mesh Jacket, Black, M is no longer sold, and not part of your order."),
    );
  });

  test("stays as it is until the catalog has answered", () => {
    expect(refreshed([line], {})).toEqual({ bag: [line], notices: [] });
  });
});
