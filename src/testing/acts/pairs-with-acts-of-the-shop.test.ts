import { expect, test } from "vitest";
import { action as showOrder } from "~/shop/returns/order-status.page";
import { HANGS, openActsShop } from "./acts-shop.server";
import { stepsOfShop, walkPairs } from "./walk-pairs.server";

const acts = await openActsShop();

test(
  "an order keeps the terms it was bought under, whatever is made of it before or after the shop's terms change",
  async () => {
    // One walk: terms are those of the whole shop. They refuse no act.
    expect(await walkPairs(acts, [stepsOfShop], showOrder)).toEqual({ wrong: [], refused: [] });
  },
  HANGS,
);
