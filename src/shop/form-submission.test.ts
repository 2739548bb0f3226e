import { describe, expect, test } from "vitest";
import { countedAddress, EmailAddress, LongText, requestKey } from "./form-submission";

describe("a form submission", () => {
  test("has the same key if only its spacing differs", async () => {
    expect(await requestKey("post-1", "Nice  boots.\n")).toBe(await requestKey("post-1", "Nice boots."));
  });

  test("has another key if a word moves from one field to the next", async () => {
    expect(await requestKey("a b", "c")).not.toBe(await requestKey("a", "b c"));
  });

  test("accepts an e-mail address in any letter case and stores it in lower case", () => {
    expect(EmailAddress.parse(" Rider@Example.COM ")).toBe("rider@example.com");
    expect(EmailAddress.safeParse("rider@").error?.issues[0]?.message).toBe("Please enter a valid e-mail address.");
  });

  test("rejects a text of white space alone where text is required", () => {
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
])("%s is counted as the mailbox %s", (address, mailbox) => {
  expect(countedAddress(address)).toBe(mailbox);
});
