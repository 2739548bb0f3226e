import { expect, test } from "vitest";
import { atAddress, linked } from "./faq";

test("web and e-mail addresses in an answer become links (R-2.15-13)", () => {
  expect(linked("See https://example.com/a?b=1 or write to help@example.com.")).toEqual([
    { text: "See " },
    { text: "https://example.com/a?b=1", href: "https://example.com/a?b=1" },
    { text: " or write to " },
    { text: "help@example.com", href: "mailto:help@example.com" },
    { text: "." },
  ]);
});

test("links to the shop itself become relative", () => {
  expect(linked("(https://ironmesa.example/order-status)")[1]).toEqual({
    text: "https://ironmesa.example/order-status",
    href: "/order-status",
  });
  expect(linked("https://ironmesa.example")).toEqual([{ text: "https://ironmesa.example", href: "/" }]);
});

test("links to the shop are changed to its current address, and then become relative", () => {
  const text =
    "See https://ironmesa.example/order-status, https://ironmesa.example. Not https://ironmesa.example.evil.example/x.";
  const here = atAddress(text, "http://localhost:3000");
  expect(here).toBe(
    "See http://localhost:3000/order-status, http://localhost:3000. Not https://ironmesa.example.evil.example/x.",
  );
  expect(linked(here, "http://localhost:3000").map(({ href }) => href)).toEqual([
    undefined,
    "/order-status",
    undefined,
    "/",
    undefined,
    "https://ironmesa.example.evil.example/x",
    undefined,
  ]);
});

test("a host name that only begins like the shop's is not the shop", () => {
  expect(linked("https://ironmesa.example.evil.example/x")[0]?.href).toBe("https://ironmesa.example.evil.example/x");
});

test("plain text is one part, and an empty text has no parts", () => {
  expect(linked("No account is needed.")).toEqual([{ text: "No account is needed." }]);
  expect(linked("")).toEqual([]);
});
