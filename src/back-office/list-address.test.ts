import { expect, test } from "vitest";
import { fitting, listAddress, oneOf, recordNumber, words } from "./list-address";

const things = listAddress<{ view: "open" | "done"; text: string; who: string | null; after: number | null }>(
  "/things",
  {
    view: oneOf("view", ["open", "done"]),
    text: words("q", 5),
    who: fitting("who", (text) => /^[a-z]+$/.exec(text)?.[0] ?? null),
    after: recordNumber("after"),
  },
);
const usual = { view: "open", text: "", who: null, after: null } as const;

test("what an address says is read as it was written, and what is as usual is not written", () => {
  expect(things.addressOf(usual)).toBe("/things");
  expect(things.viewIn(new URLSearchParams())).toEqual(usual);
  const view = { view: "done", text: "a & b", who: "sam", after: 17 } as const;
  const address = things.addressOf(view);
  expect(address).toBe("/things?view=done&q=a+%26+b&who=sam&after=17");
  expect(things.viewIn(new URL(address, "http://x").searchParams)).toEqual(view);
});

test.each(["view=nothing", "q=%00", "who=A1", "after=0", "after=-1", "after=1e3", "after=99999999999"])(
  "what makes no sense in an address is left out: %s",
  (search) => {
    expect(things.viewIn(new URLSearchParams(search))).toEqual(usual);
  },
);
