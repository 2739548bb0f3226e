import { describe, expect, test } from "vitest";
import { countedAddress, EmailAddress, looksAutomated, LongText, requestKey } from "./form-submission";
import { HONEYPOT, SHOWN_AT } from "./honeypot";

describe("a submission", () => {
  test("is the same one when only its spacing differs", async () => {
    expect(await requestKey("post-1", "Nice  boots.\n")).toBe(await requestKey("post-1", "Nice boots."));
  });

  test("is another one when a word moves from one field to the next", async () => {
    expect(await requestKey("a b", "c")).not.toBe(await requestKey("a", "b c"));
  });

  test("takes an address however its letters are set", () => {
    expect(EmailAddress.parse(" Rider@Example.COM ")).toBe("rider@example.com");
    expect(EmailAddress.safeParse("rider@").error?.issues[0]?.message).toBe("Please enter a valid e-mail address.");
  });

  test("needs words where words are asked for", () => {
    expect(LongText("Please write something.").safeParse(" \n ").error?.issues[0]?.message).toBe(
      "Please write something.",
    );
  });
});

test.each([
  ["Rider@Example.com", "rider@example.com"],
  ["rider+shop@example.com", "rider@example.com"],
  ["rider+a+b@example.com", "rider@example.com"],
  ["r.i.der+x@gmail.com", "rider@gmail.com"],
  ["rider@googlemail.com", "rider@gmail.com"],
  ["r.ider@example.com", "r.ider@example.com"],
  ["+1928@example.com", "+1928@example.com"],
])("%s is counted as %s", (address, mailbox) => {
  expect(countedAddress(address)).toBe(mailbox);
});

describe("the traps for robots", () => {
  const now = Date.UTC(2026, 10, 21);

  test("catch whoever fills in the field that nobody sees", () => {
    expect(looksAutomated({ [HONEYPOT]: "https://spam.example" }, now)).toBe(true);
  });

  test("catch whoever is faster than any person", () => {
    expect(looksAutomated({ [SHOWN_AT]: String(now - 300) }, now)).toBe(true);
  });

  test("let a person pass, with a page from this morning too", () => {
    expect(looksAutomated({ [HONEYPOT]: "", [SHOWN_AT]: String(now - 20_000) }, now)).toBe(false);
    expect(looksAutomated({ [HONEYPOT]: "", [SHOWN_AT]: String(now - 6 * 3_600_000) }, now)).toBe(false);
    expect(looksAutomated({}, now)).toBe(false);
  });
});
