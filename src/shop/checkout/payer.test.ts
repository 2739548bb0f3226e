import { expect, test } from "vitest";
import { payerErrors } from "./payer";

test("a card needs its ZIP only, with or without four more digits; Klarna also name, e-mail and address", () => {
  expect(payerErrors({ method: "Credit Card", postalCode: "" })).toEqual({ postalCode: "Invalid postal code" });
  for (const postalCode of ["84532", " 84532-1234 ", "96910"])
    expect(payerErrors({ method: "Credit Card", postalCode })).toEqual({});
  expect(Object.keys(payerErrors({ method: "Klarna", postalCode: "8453" }))).toEqual([
    "name",
    "email",
    "street",
    "city",
    "postalCode",
  ]);
  const jo = { name: "Jo Delacroix", email: "jo@example.com", street: "1 Road", city: "Moab", postalCode: "84532" };
  expect(payerErrors({ method: "Klarna", ...jo })).toEqual({});
  expect(payerErrors({ method: "Klarna", ...jo, email: "jo@example" })).toEqual({ email: "Invalid email format" });
});
