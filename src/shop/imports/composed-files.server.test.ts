import { expect, test } from "vitest";
import { Choices } from "~/shop/catalog/editing/colors-and-variants";
import { handleOfName, slug } from "~/shop/catalog/product";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { openImports } from "~/testing/open-imports.server";
import { fileNameOf } from "./file-name-of";

const { readIn, apply, goods, counts } = await openImports();

test("texts of forms are stored composed", () => {
  expect(PlainLine(20).parse(" Fe\u0301lin ")).toBe("Félin");
  expect(PlainLine(5).parse("Fe\u0301lin")).toBe("Félin");
  expect(PlainLines(20).parse("Fe\u0301\nlin")).toBe("Fé\nlin");
});

test("a name typed on a Mac has the address and the handle of the same name typed elsewhere", () => {
  expect(slug("Fe\u0301lin Tee")).toBe("félin-tee");
  expect(handleOfName("Fe\u0301lin")).toBe("félin");
});

test("a file that a Mac wrote names the same product, color and size as one that was typed elsewhere", async () => {
  const file = (text: string) => `Name,Color,Size,Price\n${text},Cre\u0300me,Gre\u0301,9\n`;
  await apply(await readIn(file("Fe\u0301lin Vest")));
  expect(await goods("félin-vest")).toMatchObject({ name: "Félin Vest", variants: [{ color: "Crème", size: "Gré" }] });
  expect(await counts(await readIn(file("Félin Vest").normalize("NFC")))).toMatchObject({ same: 1, bad: 0 });
});

test("names of picture files are the same whichever way their letters are written", () => {
  const names = [
    "Fe\u0301lin Größe.JPG",
    "https://cdn.example/F%C3%A9lin%20Gro%CC%88%C3%9Fe.jpg?v=2",
    "felin grosse.jpg",
  ];
  expect(new Set(names.map(fileNameOf)).size).toBe(1);
});

test("sizes of one product differ by more than case", () => {
  const choices = (sizes: string[]) =>
    Choices.safeParse({ colors: [], pairs: sizes.map((size) => ({ size, color: "default" })) });
  expect(choices(["S", "M"]).success).toBe(true);
  expect(choices(["S", "s"]).error?.issues[0]?.message).toContain("upper and lower case only");
});
