import { expect, test } from "vitest";
import { parseProgress, serializeProgress, type Progress } from "./checkout-store";
import { noFields } from "./checkout-fields";

const halfWay: Progress = {
  fields: {
    ...noFields,
    email: "jo.delacroix@example.com",
    firstName: "Jo",
    lastName: "Delacroix",
    byHand: true,
    street: "88 Sand",
    phone: "+1928",
  },
  steps: {
    saved: { information: true, billing: false, delivery: false, payment: false },
    edited: null,
    method: "Klarna",
  },
};

test("a checkout left half-way is taken up where it was", () => {
  expect(parseProgress(serializeProgress(halfWay))).toEqual(halfWay);
});

test("a saved payment is not: its card is gone", () => {
  const paid = { ...halfWay, steps: { ...halfWay.steps, saved: { ...halfWay.steps.saved, payment: true } } };

  expect(parseProgress(serializeProgress(paid))).toEqual(halfWay);
});

test("a section that says it is saved but is not valid has to be saved again", () => {
  const meddled = { ...halfWay, steps: { ...halfWay.steps, saved: { ...halfWay.steps.saved, billing: true } } };

  expect(parseProgress(serializeProgress(meddled))).toEqual(halfWay);
});

test.each(["", "null", "[]", "{", '"checkout"', '{"fields":{"email":5}}'])("%j is discarded", (text) => {
  expect(parseProgress(text)).toBeNull();
});
