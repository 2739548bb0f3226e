import { expect, test } from "vitest";
import { PICTURE_WIDTHS } from "~/platform/picture-widths.server";
import { WIDTHS } from "./picture";

test("the widths that pages ask for are those that are made", () => {
  expect(WIDTHS).toEqual([...PICTURE_WIDTHS]);
});
