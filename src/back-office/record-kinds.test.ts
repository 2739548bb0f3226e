import { describe, expect, test } from "vitest";
import { recordKinds } from "./record-kinds.server";

/** Ids of other records, which a foreign key or their own schema holds. */
const IDS = ["categoryId", "sizeGuideId"];
const HIDDEN = ["\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u0007", "\0"];

const texts = recordKinds.flatMap(({ kind, fields }) =>
  Object.entries(fields).flatMap(([field, { schema }]) =>
    schema.safeParse("plain").success && !IDS.includes(field) ? [{ kind, field, schema }] : [],
  ),
);

describe("the texts that members edit", () => {
  test("are all of one type", () => {
    const named = texts.map(({ kind, field }) => `${kind} ${field}`);
    for (const name of [
      "setting shopName",
      "product name",
      "category name",
      "size-guide name",
      "variant shelf",
      "member name",
    ])
      expect(named).toContain(name);
  });

  test.each(texts)("$field of a $kind takes nothing that hides or turns what is read", ({ schema }) => {
    const isOfLines = schema.safeParse("pl\nain").success;
    for (const character of HIDDEN) {
      const isPasted = isOfLines && ["\u200b", "\u200f", "\ufeff"].includes(character);
      const taken = String(schema.safeParse(`pl${character}ain`).data);
      expect([character, taken.includes(character)]).toEqual([character, isPasted]);
    }
  });
});
