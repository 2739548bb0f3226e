import { expect, test } from "vitest";
import { stateNames } from "~/shop/us-states";
import { stateSchemas } from "./state-values";
import { deliveryDoubt, usualRules } from "./usual-rules";

const fields = ["clothing", "footwear", "protective", "accessory", "delivery"] as const;

test("the usual rules of every state are rules that its form takes", () => {
  const known = Object.keys(stateNames).flatMap((state) => usualRules(state) ?? []);
  expect(known.length).toBeGreaterThan(40);
  for (const rules of known)
    for (const field of fields)
      expect(rules[field] === undefined || stateSchemas[field].safeParse(rules[field]).success).toBe(true);
});

test("the delivery fee has a usual rule, or a reason why none is filled in", () => {
  for (const state of Object.keys(stateNames)) {
    const usual = usualRules(state);
    expect([state, usual === undefined || usual.delivery === undefined]).toEqual([
      state,
      usual === undefined || deliveryDoubt(state) !== undefined,
    ]);
  }
  expect(["DC", "FL", "IL", "SC"].map((state) => usualRules(state)?.delivery)).toEqual(Array(4).fill(undefined));
  expect(usualRules("TX")?.delivery).toBe("with-taxed");
});

test("clothing is exempt below $110 in New York for the state's part, and states without a sales tax have no rules", () => {
  expect(usualRules("NY")).toMatchObject({
    clothing: { treatment: "exempt-below", amount: 110_00, part: "state" },
    protective: { treatment: "taxed" },
    delivery: "with-taxed",
  });
  expect(["OR", "MT", "NH", "DE"].map(usualRules)).toEqual([undefined, undefined, undefined, undefined]);
});
