import { expect, test } from "vitest";
import { jsonList, jsonText } from "./json-text";

test.each([[[]], [["one"]], [["Ölzeug", { price: 389 }, null]]])(
  "the list %j is written as the JSON of its entries",
  (entries) => {
    expect(jsonList(entries.map(jsonText)).toString()).toBe(JSON.stringify(entries));
  },
);
