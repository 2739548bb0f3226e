import { expect, test } from "vitest";
import { recordOf } from "./read-content.server";

const rowIn = (text: string) => {
  const record = recordOf({ number: 2, text, isPicture: false });
  return "row" in record ? record.row : undefined;
};

test("texts of a content file are composed, however the file writes their accents and however deep they lie", () => {
  const wanted = { question: "Féte", answers: [{ text: "Café" }], points: 3, isOpen: true, from: null };
  const row = { ...wanted, question: "Fe\u0301te", answers: [{ text: "Cafe\u0301" }] };
  const line = JSON.stringify({ table: "questions", row });
  expect(rowIn(line)).toEqual(wanted);
  expect(rowIn(line.replaceAll("\u0301", String.raw`\u0301`))).toEqual(wanted);
});

test("addresses of pictures in a content file stay as they are, since the file has the pictures by them", () => {
  const path = "/media/cafe\u0301.webp";
  expect(rowIn(JSON.stringify({ table: "products", row: { images: [path] } }))).toEqual({ images: [path] });
});
