import { expect, test } from "vitest";
import { securityContact } from "./security-contact";

const shop = { address: "https://shop.example", supportEmail: "support@shop.example" };

test("security.txt names the contact for reports of weaknesses, and its expiry", () => {
  const told = securityContact(shop, new Date("2026-11-22T15:04:05Z"));

  expect(told).toContain("Contact: mailto:support@shop.example\n");
  expect(told).toContain("Expires: 2027-05-21T00:00:00.000Z\n");
  expect(told).toContain("Canonical: https://shop.example/.well-known/security.txt\n");
});

test("the words stay the same for a day, so that they can be kept", () => {
  expect(securityContact(shop, new Date("2026-11-22T00:00:00Z"))).toBe(
    securityContact(shop, new Date("2026-11-22T23:59:59Z")),
  );
});
