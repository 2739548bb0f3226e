import { expect, test } from "vitest";
import { securityContact } from "./security-contact";

const shop = { address: "https://shop.example", supportEmail: "support@shop.example" };

test("security.txt states a contact for security reports and its expiry date", () => {
  const told = securityContact(shop, new Date("2026-11-22T15:04:05Z"));

  expect(told).toContain("Contact: mailto:support@shop.example\n");
  expect(told).toContain("Expires: 2027-05-21T00:00:00.000Z\n");
  expect(told).toContain("Canonical: https://shop.example/.well-known/security.txt\n");
});

test("security.txt has the same text all day, so that it can be cached", () => {
  expect(securityContact(shop, new Date("2026-11-22T00:00:00Z"))).toBe(
    securityContact(shop, new Date("2026-11-22T23:59:59Z")),
  );
});
