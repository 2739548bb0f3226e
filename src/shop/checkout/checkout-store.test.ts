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

test("an unfinished checkout is restored as it was", () => {
  expect(parseProgress(serializeProgress(halfWay))).toEqual(halfWay);
});

test("a saved payment section is not restored as saved, because the card's data are not stored", () => {
  const paid = { ...halfWay, steps: { ...halfWay.steps, saved: { ...halfWay.steps.saved, payment: true } } };

  expect(parseProgress(serializeProgress(paid))).toEqual(halfWay);
});

test("a section marked as saved but with invalid fields has to be saved again", () => {
  const meddled = { ...halfWay, steps: { ...halfWay.steps, saved: { ...halfWay.steps.saved, billing: true } } };

  expect(parseProgress(serializeProgress(meddled))).toEqual(halfWay);
});

test.each(["", "null", "[]", "{", '"checkout"', '{"fields":{"email":5}}'])(
  "the stored text %j is discarded",
  (text) => {
    expect(parseProgress(text)).toBeNull();
  },
);
