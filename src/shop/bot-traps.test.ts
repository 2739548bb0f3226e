import { describe, expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { HONEYPOT, SHOWN_AT } from "./bot-trap-names";
import { looksAutomated } from "./bot-traps";

describe("`looksAutomated`", () => {
  const now = Date.UTC(2026, 10, 21);

  test("detects a form whose hidden field was filled in", () => {
    expect(looksAutomated({ [HONEYPOT]: "https://spam.example" }, now)).toBe(true);
  });

  test("detects a form that was sent faster than a person can type", () => {
    expect(looksAutomated({ [SHOWN_AT]: String(now - 300) }, now)).toBe(true);
  });

  test("accepts a form of a person, even if its page was opened hours before", () => {
    expect(looksAutomated({ [HONEYPOT]: "", [SHOWN_AT]: String(now - 20_000) }, now)).toBe(false);
    expect(looksAutomated({ [HONEYPOT]: "", [SHOWN_AT]: String(now - 6 * HOUR) }, now)).toBe(false);
    expect(looksAutomated({}, now)).toBe(false);
  });
});
