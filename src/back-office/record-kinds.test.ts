import { glob, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { kindName } from "./log/log-kind";
import { logKinds, recordKinds } from "./record-kinds.server";

/** Fields with ids of other records, which a foreign key or a schema of their own checks. */
const IDS = ["categoryId", "sizeGuideId"];
const HIDDEN = ["\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u0007", "\0"];

/** Schema of a page's texts, one of each kind: its hundreds of fields share four. */
const shared = new Set<unknown>();
const texts = recordKinds.flatMap(({ kind, fields }) =>
  Object.entries(fields).flatMap(([field, { schema }]) => {
    if (!schema.safeParse("plain").success || IDS.includes(field)) return [];
    if (kind.endsWith("page") && (shared.has(schema) || !shared.add(schema))) return [];
    return [{ kind, field, schema }];
  }),
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

  test.each(texts)(
    "$field of a $kind rejects invisible characters and characters that change the direction of text",
    ({ schema }) => {
      const isOfLines = schema.safeParse("pl\nain").success;
      for (const character of HIDDEN) {
        const isPasted = isOfLines && ["\u200b", "\u200f", "\ufeff"].includes(character);
        const taken = String(schema.safeParse(`pl${character}ain`).data);
        expect([character, taken.includes(character)]).toEqual([character, isPasted]);
      }
    },
  );
});

describe("the kinds of the log", () => {
  test("are each there once, under a title of their own", () => {
    for (const facts of [logKinds.map(kindName), logKinds.map(({ title }) => title)])
      expect(facts.filter((fact, index) => facts.indexOf(fact) !== index)).toEqual([]);
  });

  test("hold every record that a room lets members edit", async () => {
    const declared: string[] = [];
    for await (const file of glob("src/{shop,content,demo}/**/*.server.ts"))
      for (const [, name = ""] of (await readFile(file, "utf8")).matchAll(/export const (\w+): RecordKind = /g))
        declared.push(name);
    expect(declared).toContain("codeRecord");
    expect(new Set(recordKinds).size).toBe(declared.length);
  });

  test("have a name for each new record whose creation is logged", () => {
    const made = recordKinds.filter(({ fields }) => Object.values(fields).some(({ begins }) => begins));
    const things = logKinds.flatMap(({ record, thing }) => (thing ? record : []));
    expect(made.filter((record) => !things.includes(record)).map(({ kind }) => kind)).toEqual([]);
  });
});
