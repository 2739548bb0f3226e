import { expect, test } from "vitest";
import { shoppingTexts } from "~/shop/texts/shopping-texts";
import { fitNote, leadOf, materialLines, plateRows, viewOf, weightOf } from "./data-plate-rows";

test("the lead is the first sentence that is not very short", () => {
  const description =
    "The one you keep. Full-grain cowhide, cut short enough to sit right on a bike.\n\nGive it a month.";
  expect(leadOf(description)).toBe("Full-grain cowhide, cut short enough to sit right on a bike.");
  expect(leadOf("Short.")).toBe("Short.");
  expect(leadOf("")).toBe("");
});

test("the data plate has at most four rows, materials first", () => {
  const jacket = {
    details: ["Notch lapels"],
    materials:
      "Shell: full-grain cowhide, 1.2-1.3 mm\nLining: quilted polyester body, smooth satin sleeves\nHardware: metal zips",
    weightGrams: 2150,
    countryOfOrigin: "Pakistan",
    sku: "IM-M-OLJ",
  };
  expect(plateRows(jacket)).toEqual([
    { label: "Shell", value: "Full-grain cowhide, 1.2-1.3 mm" },
    { label: "Hardware", value: "Metal zips" },
    { label: "Weight", value: "4.7 lb" },
    { label: "Made in", value: "Pakistan" },
  ]);
  expect(plateRows({ materials: "", details: [], weightGrams: null, countryOfOrigin: "", sku: "" })).toEqual([]);
  expect(plateRows({ ...jacket, countryOfOrigin: "" }).map(({ label }) => label)).toContain("Item");
});

test("weather, armor and season lead the data plate, wherever the product's data say them", () => {
  const jacket = {
    materials: "Shell: 600-denier polyester\nArmor: CE level 2 at shoulder and elbow, pocket for a back protector",
    details: ["Two chest pockets", "Season: all year, the liner zips out", "Weather: water repellent"],
    weightGrams: 1480,
    countryOfOrigin: "Vietnam",
    sku: "IM-M-STJ",
  };
  expect(plateRows(jacket)).toEqual([
    { label: "Weather", value: "Water repellent" },
    { label: "Armor", value: "CE level 2 at shoulder and elbow" },
    { label: "Season", value: "All year, the liner zips out" },
    { label: "Shell", value: "600-denier polyester" },
  ]);
  expect(plateRows({ ...jacket, details: [] }).map(({ label }) => label)).toEqual([
    "Armor",
    "Shell",
    "Weight",
    "Made in",
  ]);
});

test("each line of materials is split into a label and a value", () => {
  expect(materialLines("Body: 100% cotton\nno label here")).toEqual([
    { label: "Body", value: "100% cotton" },
    { label: "", value: "No label here" },
  ]);
});

test("a weight below a pound is shown in ounces", () => {
  expect(weightOf(210)).toBe("7.4 oz");
  expect(weightOf(453.592)).toBe("1 lb");
});

test("the fit of a product decides which of two sizes is recommended", () => {
  const note = (fit: string, size = "M") =>
    fitNote({ fit, variants: [{ size }] }, shoppingTexts.productPage.parse(undefined));
  expect(note("True to size")).toBe(
    "Most riders take their usual size. Between two, even by half an inch, take the larger one.",
  );
  expect(note("Snug. Between sizes, take the smaller: leather gives.")).toBe(
    "Snug. Between sizes, take the smaller: leather gives.",
  );
  expect(note("Fits tight")).toContain("the larger one");
  expect(note("Loose")).toContain("the smaller one");
  expect(note("")).toBe("");
  expect(note("True to size", "All Sizes")).toBe("");
});

test("an advice in the words of a merchant may name the fit", () => {
  const words = { text: "{fit}: take your usual size." };
  const advice = fitNote({ fit: "Slim", variants: [{ size: "M" }] }, { tight: words, loose: words, usual: words });
  expect(advice).toBe("Slim: take your usual size.");
});

test("a picture's label is the side that it shows", () => {
  expect(viewOf("Outlaw Leather Jacket, Black, front")).toBe("Front");
});
