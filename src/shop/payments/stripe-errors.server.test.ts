import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { undefinedIfThere } from "./stripe-errors.server";

const invalid = (message: string, more: { code?: string; param?: string } = {}) =>
  new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error", message, ...more });

test("a reference counts as booked only if Stripe says that it is there already, not for any other fault of it", () => {
  const there = [
    invalid("Another one.", { code: "resource_already_exists" }),
    invalid("Another one.", { code: "resource_already_exists", param: "reference" }),
    invalid("A transaction with this reference already exists.", { param: "reference" }),
  ];
  for (const error of there) expect(undefinedIfThere(error)).toBeUndefined();
  const others = [
    invalid("Invalid string: must be at most 500 characters.", { param: "reference" }),
    invalid("You cannot use an empty string.", { param: "reference", code: "parameter_invalid_empty" }),
    invalid("No such calculation.", { param: "calculation", code: "resource_missing" }),
    invalid("This calculation already has a transaction.", { param: "calculation" }),
    invalid("This calculation already has one.", { code: "resource_already_exists", param: "calculation" }),
    invalid("This already exists.", { code: "resource_already_exists", param: "line_items[0][reference]" }),
    invalid("This reference already exists.", { param: "line_items[0][reference]" }),
  ];
  for (const error of others) expect(() => undefinedIfThere(error)).toThrow(error.message);
});
