import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldErrors } from "~/shop/form-values";
import { Customer } from "~/shop/orders/order";
import {
  addressLine,
  customerOf,
  Delivery,
  FoundAddress,
  MyInformation,
  noFields,
  schemaOf,
  TypedAddress,
} from "./checkout-fields";
import { ZipCode } from "~/shop/customer-schemas";
import { deliveryRule, deliveryTo } from "~/shop/delivery-rule";
import { defaultSettings } from "~/shop/settings";
import { phoneShown } from "~/shop/phone-shown";
import { maskPhone, maskPostalCode } from "./input-masks";

const jo = { email: "jo.delacroix@example.com", firstName: "Jo", lastName: "Delacroix" };
const complaints = (schema: typeof MyInformation | typeof TypedAddress, input: unknown) => {
  const { error } = schema.safeParse(input);
  return error ? fieldErrors(error) : {};
};

describe("my information", () => {
  test.each(["abc", "a b@example.com", "@example.com", "jo@", "", "jo@example..com"])(
    "%j is no e-mail address (R-5-12, R-5-14)",
    (email) => {
      expect(complaints(MyInformation, { ...jo, email })).toEqual({ email: "Invalid email format" });
    },
  );

  test("spaces around an e-mail address, as browsers may fill in, are removed (R-5-12)", () => {
    expect(MyInformation.parse({ ...jo, email: " rider@example.com " }).email).toBe("rider@example.com");
  });

  test.each([
    "J4ne",
    "J",
    "--",
    "Jane!",
    "<b>Jane</b>",
    ".Jane",
    "J..",
    "- .",
    "evil.com",
    "www.evil.co",
    "x".repeat(101),
  ])("%j is no first name (R-5-13)", (firstName) => {
    expect(complaints(MyInformation, { ...jo, firstName })).toEqual({
      firstName: "First name must contain only letters",
    });
  });

  test.each(["", "  ", "\u200b"])("%j is an empty name, and the message asks for the name", (none) => {
    expect(complaints(MyInformation, { ...jo, firstName: none, lastName: none })).toEqual({
      firstName: "Please enter your first name",
      lastName: "Please enter your last name",
    });
  });

  test("an invalid last name has its own message (R-5-13)", () => {
    expect(complaints(MyInformation, { ...jo, lastName: "D0e" })).toEqual({
      lastName: "Last name must contain only letters",
    });
  });

  test.each([
    "O'Neil",
    "O’Neil",
    "Mary-Jane",
    "van der Berg",
    "Zoë",
    "Łukasz",
    "Ольга",
    "美玲",
    "Jo",
    "St. John",
    "Delacroix Jr.",
    "J.R.",
    "J.R.R. Smith",
    "J.-P.",
    "J.",
  ])("%j is a name (R-5-21)", (lastName) => {
    expect(MyInformation.parse({ ...jo, lastName }).lastName).toBe(lastName);
  });
});

describe("billing address", () => {
  const typed = { street: "88 Sandstone Avenue", area: "", city: "Flagstaff", postalCode: "86001" };

  test.each(["1", "!!!!!", "12", "8600", "860011", "8600A", "", "٨٦٠٠١"])(
    "%j is no ZIP (R-5-15, R-5-22)",
    (postalCode) => {
      expect(complaints(TypedAddress, { ...typed, postalCode })).toEqual({ postalCode: "Invalid postal code" });
    },
  );

  test("80202 is a ZIP (R-5-15)", () => expect(ZipCode.parse("80202")).toBe("80202"));

  test("street and city are required, the area is not", () => {
    expect(complaints(TypedAddress, { ...typed, street: " ", city: "" })).toEqual({
      street: "Please enter your street",
      city: "Please enter your city",
    });
    expect(TypedAddress.safeParse(typed).success).toBe(true);
  });

  test("characters that an order would refuse get a message at their field", () => {
    expect(complaints(TypedAddress, { ...typed, street: "<b>1 Main St</b>" })).toEqual({
      street: "Please use letters and digits",
    });
  });

  test("a search without a chosen place gets a message that says what to do", () => {
    const { error } = FoundAddress.safeParse({ foundAddress: "", city: "", postalCode: "86001" });
    expect(error && fieldErrors(error)).toEqual({
      foundAddress: "Please choose a place from the list, or enter the address by hand",
    });
  });

  test.each(["PO Box 12", "P.O. Box 12", "p o box 12", "Post Office Box 7, Rear", "12 Main St, PO Box 4"])(
    "'%s' is no address that we deliver to, in the checkout and in the API",
    (street) => {
      const words = "We do not deliver to PO boxes. Please enter a street address.";
      expect(complaints(TypedAddress, { ...typed, street })).toEqual({ street: words });
      const found = deliveryTo(deliveryRule(defaultSettings), { zip: "86001", street });
      expect(found).toMatchObject({ isDelivered: false, words, at: "address" });
    },
  );

  test("a shop with zones takes PO boxes and places beside the states as they are typed: its quote decides about them", () => {
    const schema = schemaOf("billing", { byHand: true }, true) as typeof TypedAddress;
    expect(complaints(schema, { ...typed, street: "PO Box 12", postalCode: "96910" })).toEqual({});
    expect(complaints(TypedAddress, { ...typed, postalCode: "96910" })).toEqual({
      postalCode: expect.stringContaining("50 states"),
    });
  });

  test("a street of signs only is refused, and one that looks like a box is not", () => {
    for (const street of ["---", "#", "., -"]) {
      expect(complaints(TypedAddress, { ...typed, street })).toEqual({ street: "Please use letters and digits" });
      expect(Customer.shape.address.safeParse(street).success).toBe(false);
      expect(Customer.shape.city.safeParse(street).success).toBe(false);
    }
    for (const street of ["4 Po Boxwood Lane", "12 Boxer Road", "7 Depo Box Street", "Nº 5"])
      expect(complaints(TypedAddress, { ...typed, street })).toEqual({});
  });

  test("a typed address joins street, area and city with commas (R-5-20)", () => {
    const fields = { ...noFields, byHand: true, street: " 88 Sandstone Avenue", area: "Lot 4", city: "Flagstaff" };
    expect(addressLine(fields)).toBe("88 Sandstone Avenue, Lot 4, Flagstaff");
    expect(addressLine({ ...fields, area: " " })).toBe("88 Sandstone Avenue, Flagstaff");
  });

  test("a ZIP field keeps five characters of a pasted text (R-5-16)", () => {
    expect(maskPostalCode("80202-1234")).toBe("80202");
    expect(maskPostalCode("!!!!!")).toBe("!!!!!");
    expect(["8", "80202-", "80202-1"].map(maskPostalCode)).toEqual(["8", "80202", "80202"]);
  });

  test.each([" 80202", "\u00a080202", "\u200b80202", "\t80202 "])(
    "a ZIP pasted as %j keeps its last digit",
    (pasted) => {
      expect(maskPostalCode(pasted)).toBe("80202");
      expect(ZipCode.parse(pasted)).toBe("80202");
    },
  );

  test("a ZIP outside the area of delivery gets a message at its field", () => {
    expect(complaints(TypedAddress, { ...typed, postalCode: "00901" })["postalCode"]).toContain(
      "We deliver to street addresses in the 50 states",
    );
  });
});

describe("phone", () => {
  test.each([
    ["", "+1"],
    ["+", "+1"],
    ["+1", "+1"],
    ["445550100", "+1445550100"],
    ["(303) 555-0100", "+13035550100"],
    ["+1(303) 555-0100", "+13035550100"],
    ["+1 303 555 0100", "+13035550100"],
    ["1 303 555 0100", "+13035550100"],
    ["+1303555010099", "+13035550100"],
    ["+1303", "+1303"],
    ["+1 phone", "+1"],
  ])("typed %j, the field keeps %j (R-5-17, R-5-18)", (typed, kept) => expect(maskPhone(typed)).toBe(kept));

  test("the field turns any typed text into a valid number, which it does not change again (R-5-19)", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const masked = maskPhone(typed);
        expect(Delivery.parse({ phone: masked }).phone).toBe(masked);
        expect(maskPhone(masked)).toBe(masked);
      }),
    );
  });

  test("an incomplete number is shown with the digits so far, an empty one is not shown", () => {
    expect(phoneShown("+13035550100")).toBe("+1 303 555 0100");
    expect(phoneShown("+1303")).toBe("+1 303");
    expect(phoneShown("+1")).toBe("");
  });
});

test("an order accepts every customer that the checkout's sections accept", () => {
  const letters = fc.constantFrom(..."aZé美 '’-.,#/&()<>{}[];=\\|^~$`\u0000\n\u202e09");
  const typed = (most: number) => fc.string({ unit: letters, maxLength: most });
  const fields = fc.record({
    email: fc.oneof(fc.emailAddress(), typed(20)),
    firstName: typed(8),
    lastName: typed(101),
    byHand: fc.boolean(),
    foundAddress: typed(201),
    street: typed(101),
    area: typed(41),
    city: typed(61),
    postalCode: fc.constantFrom("86001", " 86001", "8600", "8600A"),
    phone: fc.constantFrom("+1", "+19285550100"),
  });
  const name = { firstName: "Jo", lastName: "Delacroix" };
  const plain = { email: jo.email, ...name, street: "1 Main St", area: "Lot 4", city: "Denver" };

  fc.assert(
    fc.property(fields, fc.subarray(Object.keys(plain)), (drawn, kept) => {
      const sane = Object.fromEntries(Object.entries(plain).filter(([name]) => kept.includes(name)));
      const all = { ...noFields, ...drawn, ...sane };
      const passes = (["information", "billing", "delivery"] as const).every(
        (section) => schemaOf(section, all).safeParse(all).success,
      );
      fc.pre(passes);
      expect(Customer.safeParse(customerOf(all)).error?.issues ?? []).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("the order's customer has the full name and the address on one line (R-3-24, R-3-25)", () => {
  const fields = { ...noFields, ...jo, byHand: true, street: "1 Main St", city: "Denver", postalCode: "80202" };
  expect(customerOf(fields)).toEqual({
    email: "jo.delacroix@example.com",
    phone: "+1",
    name: "Jo Delacroix",
    address: "1 Main St, Denver",
    city: "Denver",
    postalCode: "80202",
  });
});
