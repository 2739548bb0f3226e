import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isDeliveredTo, zipOf } from "./zip-code";
import { ZipCode } from "./customer-schemas";
import { deliveryRule, deliveryTo } from "./delivery-rule";
import { defaultSettings } from "./settings";

const WORDS = "We deliver to street addresses in the 50 states and Washington, D.C. This ZIP is not in any of them.";
const complaint = (typed: string) => ZipCode.safeParse(typed).error?.issues[0]?.message;

describe("a typed or pasted ZIP", () => {
  test.each([
    " 80202",
    "80202 ",
    "\u00a080202\u00a0",
    "\u200b80202",
    "80202-1234",
    "80202 - 1234",
    "802021234",
    "8 0202",
    "80202\n",
  ])("the ZIP %j is normalized to 80202", (typed) => {
    expect(zipOf(typed)).toBe("80202");
    expect(ZipCode.parse(typed)).toBe("80202");
  });

  test.each(["8020", "802021", "80202-12", "8020A", "SW1A 1AA", "", "٨٦٠٠١"])("the ZIP %j is refused", (typed) => {
    expect(complaint(typed)).toBe("Invalid postal code");
  });
});

describe("places of delivery", () => {
  const rows = readFileSync("src/shop/places/zip-places.tsv", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("\t"));
  /** States and regions in the gazetteer to which the shop does not deliver: the Marshall Islands and military mail. */
  const ELSEWHERE = ["", "MH", "AA", "AE", "AP"];

  test("every ZIP of a state is accepted", () => {
    const refused = rows.filter(([zip = "", , state = ""]) => !ELSEWHERE.includes(state) && !isDeliveredTo(zip));
    expect(rows.length).toBeGreaterThan(40_000);
    expect(refused).toEqual([]);
  });

  test.each([
    ["00001", "no place"],
    ["00501", "New York", true],
    ["00601", "Puerto Rico"],
    ["00801", "the Virgin Islands"],
    ["09001", "the military in Europe"],
    ["20001", "Washington, D.C.", true],
    ["34001", "the military in the Americas"],
    ["96201", "the military in the Pacific"],
    ["96799", "American Samoa, within Hawaii's first three digits"],
    ["96701", "Hawaii", true],
    ["96910", "Guam"],
    ["96960", "the Marshall Islands"],
    ["99501", "Alaska", true],
    ["80299", "an unknown ZIP of a state", true],
  ])("the ZIP %s, %s, is accepted only if it is in a state or Washington", (zip, _, isThere = false) => {
    expect(isDeliveredTo(zip)).toBe(isThere);
    const found = deliveryTo(deliveryRule(defaultSettings), { zip, street: "1 Mesa Road" });
    expect(found).toMatchObject(isThere ? { isDelivered: true } : { isDelivered: false, words: WORDS });
  });
});
