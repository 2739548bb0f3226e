import { expect, test } from "vitest";
import { PICTURE_WIDTHS } from "~/platform/picture-widths.server";
import { WIDTHS } from "./picture";

test("the widths in `srcset` are those in which pictures are stored", () => {
  expect(WIDTHS).toEqual([...PICTURE_WIDTHS]);
});
