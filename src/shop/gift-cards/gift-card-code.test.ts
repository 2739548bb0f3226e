import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnGiftCardCode, groupedCode, lastFourOf, typedGiftCardCode } from "./gift-card-code";

const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Codes drawn by given numbers, and after these by the last one plus a step, so that a draw that is refused ends. */
const codes = fc.array(fc.nat(29), { minLength: 64, maxLength: 64 }).map((numbers) => {
  let at = 0;
  return drawnGiftCardCode(() => ((numbers[at % 64] ?? 0) + Math.floor(at++ / 64)) % 30);
});
const typed = (text: string) => typedGiftCardCode(text).is;

test("a code has 17 signs, none of which is read in two ways", () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toMatch(/^[2-9A-HJ-KMNP-TV-Z]{17}$/);
      expect(typedGiftCardCode(code)).toEqual({ is: "gift-card", code });
    }),
  );
});

test("blanks, dashes of any kind and small letters are no mistakes", () => {
  fc.assert(
    fc.property(codes, fc.constantFrom(" ", "-", "–", "\u00a0", "\u2011", "\u200b", "  - "), (code, between) => {
      const divided = (code.match(/.{1,4}/g) ?? []).join(between);
      expect(typedGiftCardCode(` ${divided.toLowerCase()} `)).toEqual({ is: "gift-card", code });
    }),
  );
  expect(groupedCode("ABCDEFGHJKMNPQRST")).toBe("ABCD-EFGH-JKMN-PQRS-T");
  expect(lastFourOf("ABCDEFGHJKMNPQRST")).toBe("QRST");
});

test("every wrong sign is noticed, the check sign among them", () => {
  fc.assert(
    fc.property(codes, fc.nat(16), fc.constantFrom(...SIGNS), (code, at, sign) => {
      fc.pre(code[at] !== sign);
      expect(typed(code.slice(0, at) + sign + code.slice(at + 1))).toBe("mistyped-gift-card");
    }),
  );
});

test("every two signs that changed places are noticed", () => {
  fc.assert(
    fc.property(codes, fc.nat(16), fc.nat(16), (code, one, other) => {
      const signs = Array.from(code);
      [signs[one], signs[other]] = [signs[other] ?? "", signs[one] ?? ""];
      const isSame = code[one] === code[other];
      expect(typed(signs.join(""))).toBe(isSame ? "gift-card" : "mistyped-gift-card");
    }),
  );
});

test("a code with 0, O, 1, I, L or U seems mistyped, and a discount code is something else", () => {
  fc.assert(
    fc.property(codes, fc.nat(16), fc.constantFrom(..."0O1ILU"), (code, at, sign) => {
      expect(typed(code.slice(0, at) + sign + code.slice(at + 1))).toBe("mistyped-gift-card");
    }),
  );
  for (const text of [
    "",
    "RIDE10",
    "summer sale",
    "A".repeat(16),
    "A".repeat(18),
    "ÄBCDEFGHJKMNPQRST",
    "🎁".repeat(17),
  ])
    expect(typed(text)).toBe("other");
});

test("of random texts of 17 signs no more than one in thirty is a code", () => {
  const texts = fc.array(fc.constantFrom(...SIGNS), { minLength: 17, maxLength: 17 }).map((signs) => signs.join(""));
  const are = fc.sample(texts, { numRuns: 6000, seed: 5 }).filter((text) => typed(text) === "gift-card");
  expect(are.length).toBeGreaterThan(100);
  expect(are.length).toBeLessThan(300);
});
