import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { namelessComments } from "./comments.mjs";

const found = (text) => namelessComments(text, parseSync("a.tsx", text).comments);

describe("comments without a subject", () => {
  test.each([
    ["/** What a variant costs. */\nconst a = 1;", [{ line: 1, words: "What a variant costs. " }]],
    ["const a = 1;\n// Of these the first counts.", [{ line: 2, words: "Of these the first counts." }]],
    ["/**\n * The same for a member.\n *\n * @throws {Error}\n */", [{ line: 1, words: "The same for a member." }]],
    ["const a = <p>{/* It stays. */}</p>;", [{ line: 1, words: "It stays. " }]],
    ["// Whoever asks waits.\n\n// Those that wait are told.", [{ line: 1 }, { line: 3 }]],
    ["/** Where it goes. */\n\n/** Who sends it. */", [{ line: 1 }, { line: 3 }]],
    ["/** How a plan stands. */\n\n/** How it is sent. */", [{ line: 1 }, { line: 3 }]],
    ["/** When it was sent. */\n\n/** Whether its host answers. */", [{ line: 1 }, { line: 3 }]],
    ["/** Until when it may. */\n\n/** So many at once. */", [{ line: 1 }, { line: 3 }]],
  ])("%j is found", (text, comments) => expect(found(text)).toMatchObject(comments));

  test("the check accepts comments with a subject, words that only begin like a pronoun, and texts outside of comments", () => {
    expect(found("/** Price of a variant, in cents. */\n// Items are counted.\n// Often it is one.")).toEqual([]);
    expect(found("/** Whether a job waits. */\n\n/** How many wait. */\n\n/** Until then it waits. */")).toEqual([]);
    expect(found('const words = "// What now?";\n/* Whatsoever */')).toEqual([]);
  });

  test("the second line of a comment may begin with a pronoun", () => {
    expect(found("// The parcel left.\n// It is in no box.")).toEqual([]);
    expect(found("// The parcel left.\n\n// It is in no box.")).toMatchObject([{ line: 3 }]);
  });
});
