import { expect, test } from "vitest";
import { materialParts } from "./material-parts";

test.each([
  ["Open polyester mesh", "Open polyester mesh", ""],
  ["14 oz. denim, 100% cotton", "14 oz. denim, 100% cotton", ""],
  ["80% cotton, 20% polyester fleece, 12 oz.", "80% cotton", ", 20% polyester fleece, 12 oz."],
  ["9 oz., 80% cotton, 20% polyester", "9 oz., 80% cotton", ", 20% polyester"],
  ["Flexible molded polyurethane, matte", "Flexible molded polyurethane", ", matte"],
  ["600-denier polyester weave with a finish", "600-denier polyester weave with a finish", ""],
])("of %s a phone shows whole parts, without the last comma", (material, shown, rest) => {
  expect(materialParts(material)).toEqual([shown, rest]);
});
