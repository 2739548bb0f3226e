import { describe, expect, it } from "vitest";
import { PlainLine, PlainLines } from "./plain-text";
import { lineFault, trimmed, visible } from "./visible-text";

/** Code points that are invisible or change the direction of text. */
const invisible = [
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c,
  0x202d, 0x202e, 0x2060, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0,
  0xfff9, 0xe0041,
].map((code) => String.fromCodePoint(code));
const control = [
  "\0",
  "\u0007",
  "\t",
  "\n",
  "\r",
  "\u001b",
  "\u007f",
  "\u0085",
  "\u009b",
  "\u2028",
  "\u2029",
  "\ud800",
];

describe("a line of plain text", () => {
  it("a line with an invisible or direction-changing character is refused, and the message names the word before it", () => {
    for (const character of invisible) {
      const words = "Take out the invisible character after “Ada”, or type it anew.";
      expect([character, lineFault(`The Ada${character}nimda`)]).toEqual([character, words]);
      expect(visible(`Ada${character}nimda`)).toBe("Adanimda");
    }
  });

  it("a line with a control character is refused", () => {
    for (const character of control) {
      expect([character, lineFault(`Ada${character}b`)]).toEqual([character, "Write it in one line of plain text."]);
      expect(visible(`Ada${character}b`)).toBe("Ada b");
    }
  });

  it("a line is trimmed of spaces and invisible characters", () => {
    for (const character of invisible) expect(trimmed(` ${character} Ada ${character}`)).toBe("Ada");
    const long = `a${" \u200b".repeat(500_000)}b`;
    expect(trimmed(long)).toBe(long);
    expect(PlainLine(10).min(1).safeParse("\u202E\u2800 \uFEFF").success).toBe(false);
  });

  it("a line may contain every script and every emoji", () => {
    for (const text of ["Ada", "Zoë O’Neil", "محمد", "דנה", "रवि", "김", "👩‍🚀 Ride 👨‍👩‍👧", "❤️ 1️⃣ 🏴 👍🏽", "A b"]) {
      expect([text, lineFault(text)]).toEqual([text, undefined]);
      expect(visible(text)).toBe(text);
      expect(trimmed(text)).toBe(text);
    }
  });
});

describe("several lines of plain text", () => {
  it("several lines may contain line breaks, tabs and pasted invisible characters, but none that change the direction", () => {
    expect(PlainLines(100).safeParse("One\r\n\ttwo\u00adthree\u200b").success).toBe(true);
    for (const character of ["\u202e", "\u2066", "\0", "\ud800"])
      expect([character, PlainLines(100).safeParse(`One${character}two`).success]).toEqual([character, false]);
  });
});
