import { expect, test } from "vitest";
import { likelyCarrier, trackingDoubt } from "./tracking-doubts";

test.each([
  ["UPS", "1Z999AA10123456784"],
  ["ups", "1z 999 aa1 01 2345 6784"],
  ["USPS", "9400 1000 0000 0000 0000 06"],
  ["USPS", "RR123456785US"],
  ["FedEx", "986578788855"],
  ["FedEx", "111111111111112"],
  ["DHL", "3318810025"],
  ["Roadrunner Couriers", "A1"],
  ["UPS", ""],
])("`trackingDoubt` for %s returns no doubt about %s", (carrier, number) => {
  expect(trackingDoubt(carrier, number)).toBe("");
});

test.each([
  ["UPS", "1Z999AA10123456785", "Its check digit does not fit: one sign may be wrong."],
  ["UPS", "1Z999AA1012345678", "Numbers of UPS begin with 1Z and have 18 characters; this one has 17."],
  ["USPS", "1Z999AA10123456784", "It looks like a number of UPS."],
  [
    "USPS",
    "9400100000000001",
    "Numbers of USPS have 20 or 22 digits, or 13 signs such as RR123456785US; this one has 16.",
  ],
  ["USPS", "RR123456784US", "Its check digit does not fit: one sign may be wrong."],
  ["FedEx", "986578788856", "Its check digit does not fit: one sign may be wrong."],
  ["DHL", "3318810024", "Its check digit does not fit: one sign may be wrong."],
])("`trackingDoubt` for %s and %s returns the doubt: %s", (carrier, number, words) => {
  expect(trackingDoubt(carrier, number)).toBe(words);
});

test.each([
  ["1Z", "UPS"],
  ["1z 999 aa1", "UPS"],
  ["9400 1000 0000 0000 0000 06", "USPS"],
  ["986578788855", "FedEx"],
  ["3318810025", "DHL"],
  ["3318810024", ""],
  ["A1", ""],
  ["", ""],
])("`likelyCarrier` of %s is %s", (number, carrier) => {
  expect(likelyCarrier(number)).toBe(carrier);
});
