import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { composed, folded, foldedPlace } from "./folded-text";

const { db } = await openTestShop();

/**
 * All letters and signs of the first plane, each between two letters; without those for medievalists that Unicode added lately,
 * of which a database may not know the small form yet.
 */
const everyLetter = Array.from({ length: 0xffff }, (_, place) => place + 1)
  .filter((code) => !(code >= 0xd800 && code <= 0xdfff) && !(code >= 0xa7cb && code <= 0xa7f1))
  .map((code) => `a${String.fromCodePoint(code)}b`);

test.each([
  ["Ångström", "angstrom"],
  ["Große", "grosse"],
  ["GROẞE", "grosse"],
  ["Fe\u0301lin", "felin"],
  ["Søren’s Łódź", "soren's lodz"],
  ["Œuvre – “Ñandú”", 'oeuvre - "nandu"'],
  ["İstanbul ısı", "istanbul isi"],
  ["ΣΊΣΥΦΟΣ", "σισυφοσ"],
  ["کتاب فارسی", "کتاب فارسی"],
  ["加工包装 🔥", "加工包装 🔥"],
])("%s is compared as %s", (text, form) => expect(folded(text)).toBe(form));

test("the browser, the server and the database compare all letters in the same way, and what is compared stays the same", async () => {
  const { rows } = await db.execute<{ text: string; once: string; twice: string }>(sql`
    select text, search_form(text) as once, search_form(search_form(text)) as twice
    from jsonb_array_elements_text(${JSON.stringify(everyLetter)}::jsonb) as text`);
  const odd = rows.filter(({ text, once, twice }) => folded(text) !== once || once !== twice);
  expect(odd.map(({ text, once, twice }) => [text, folded(text), once, twice])).toEqual([]);
  expect(rows).toHaveLength(everyLetter.length);
});

test("the place of a part is found whichever letters it is typed with", () => {
  const part = (text: string, typed: string) => {
    const place = foldedPlace(text, typed);
    return place && text.slice(place.start, place.end);
  };
  expect(part("Große Tasche", "gross")).toBe("Groß");
  expect(part("Fe\u0301lin Tee", "félin")).toBe("Fe\u0301lin");
  expect(part("Café Racer", "RACER")).toBe("Racer");
  expect(part("Café Racer", "boot")).toBeUndefined();
  expect(part("Café Racer", "")).toBeUndefined();
  expect(composed("Fe\u0301lin")).toBe("Félin");
});
