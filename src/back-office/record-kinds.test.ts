import { glob, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { kindName } from "./log/log-kind";
import { queueKinds } from "~/shop/moderation";
import { TEXT_KINDS } from "~/shop/publishing/text-id";
import { logKinds, recordKinds } from "./record-kinds.server";

/** Fields with ids of other records, which a foreign key or another schema checks. */
const IDS = ["categoryId", "sizeGuideId"];
const HIDDEN = ["\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u0007", "\0"];

/** Schemas of page texts that are already in the list below: the hundreds of text fields of pages share four schemas. */
const shared = new Set<unknown>();
const texts = recordKinds.flatMap(({ kind, fields }) =>
  Object.entries(fields).flatMap(([field, { schema }]) => {
    if (!schema.safeParse("plain").success || IDS.includes(field)) return [];
    if (kind.endsWith("page") && (shared.has(schema) || !shared.add(schema))) return [];
    return [{ kind, field, schema }];
  }),
);

describe("the texts that members edit", () => {
  test("include the text fields of settings, products, categories, size guides, variants and members", () => {
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
    "the field $field of a $kind takes no invisible character, except three that a text of several lines may contain",
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
  test("have unique names and titles", () => {
    for (const names of [logKinds.map(kindName), logKinds.map(({ title }) => title)])
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("contain every record kind that the source files declare", async () => {
    const declared: string[] = [];
    for await (const file of glob("src/{shop,content,demo}/**/*.server.ts"))
      for (const [, name = ""] of (await readFile(file, "utf8")).matchAll(/export const (\w+): RecordKind = /g))
        declared.push(name);
    expect(declared).toContain("codeRecord");
    // Records of drafts and of moderated texts are made of the lists of their kinds.
    expect(new Set(recordKinds).size).toBe(declared.length + TEXT_KINDS.length + queueKinds.length);
  });

  test("have a noun for each kind of record whose creation is logged", () => {
    const made = recordKinds.filter(({ fields }) => Object.values(fields).some(({ begins }) => begins));
    const things = logKinds.flatMap(({ record, thing }) => (thing ? record : []));
    expect(made.filter((record) => !things.includes(record)).map(({ kind }) => kind)).toEqual([]);
  });
});
