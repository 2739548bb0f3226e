import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { secondMeanings } from "./one-meaning.mjs";

const found = (file, text) => secondMeanings(file, parseSync("a.tsx", text)).map((words) => words.slice(0, 12).trim());

describe("a word of the glossary with a second meaning", () => {
  test.each([
    ["src/shop/orders/refunds/a.ts", "const refundPlan = 1;", ['"plan" has a']],
    ["src/shop/imports/a.ts", "/** Rows that are planned again. */", ['"planned" ha']],
    ["src/shop/imports/a.ts", "const { plans } = all;", ['"plans" has']],
    ["src/shop/tax/a.ts", "interface Facts {}", ['"facts" has']],
    ["src/back-office/print/a.tsx", "const a = <Fact />;", ['"fact" has a']],
    ["src/back-office/returns/paid-texts.ts", "", ["texts are a"]],
  ])("%s: %s is found", (file, text, complaints) => expect(found(file, text)).toEqual(complaints));

  test.each([
    ["src/shop/catalog/price-plans/a.ts", "/** A plan that is late. */\nconst pricePlan = plans[0];"],
    ["src/shop/orders/a.ts", "const facts = orderFacts;\n// A function keeps its query plan."],
    ["src/shop/returns/a.ts", "import { orderFacts } from './b';\nconst factor = 2, explanation = `plan`;"],
    ["src/shop/texts/page-texts.ts", ""],
  ])("%s: the meaning of the glossary is accepted", (file, text) => expect(found(file, text)).toEqual([]));
});
