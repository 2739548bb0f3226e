import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const FIELD = /<(?:Field|NumberField|MoneyField|TextField|SelectField|Tick|Choice|textarea)\b/;
const FORM = /<Form\b([^]*?)>\s*\n([^]*?)<\/Form>/g;

/** Sent by POST, and not to look something up whose words are to stand in no address. */
const isSaving = (own: string): boolean => own.includes('method="post"') && !own.includes("search");

test("every form with fields that are sent asks before it is left with something typed into them", async () => {
  const open: string[] = [];
  let guarded = 0;
  for await (const file of glob("src/back-office/**/*.tsx")) {
    // Outside the frame nothing is asked: who signs in or sets the shop up has nowhere else to go.
    if (/back-office\/(?:sign-in|welcome)\//.test(file)) continue;
    const text = await readFile(file, "utf8");
    guarded += [...text.matchAll(/<(?:LeaveGuard|OrderForm|StepForm|WorkshopForm)\b/g)].length;
    for (const [, own = "", within = ""] of text.matchAll(FORM))
      if (isSaving(own) && FIELD.test(within) && !within.includes("<LeaveGuard")) open.push(file);
  }
  expect(open).toEqual([]);
  expect(guarded).toBeGreaterThan(30);
});
