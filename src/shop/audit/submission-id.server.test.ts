import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { isUuid } from "~/shop/is-uuid";
import { actId, idsOfShown, sentFields, shownForm, submissionId } from "./submission-id.server";

const shown = randomUUID();
const id = (fields: [string, string][], name = "save") => submissionId(shown, name, fields);

test("a form that is sent again has the same id; with other values it has another id of the same form", () => {
  const first = id([["price", "12"]]);
  expect(isUuid(first)).toBe(true);
  expect(id([["price", "12"]])).toBe(first);
  const other = id([["price", "13"]]);
  expect(other).not.toBe(first);
  expect(shownForm(other)).toBe(shownForm(first));
  const [lowest, highest] = idsOfShown(first);
  for (const each of [first, other]) expect([lowest <= each, each <= highest]).toEqual([true, true]);
});

test("another form of the page, and the same form shown again, are other forms", () => {
  const first = id([["price", "12"]]);
  expect(shownForm(id([["price", "12"]], "end"))).not.toBe(shownForm(first));
  expect(shownForm(submissionId(randomUUID(), "save", [["price", "12"]]))).not.toBe(shownForm(first));
});

test("acts of one form have ids of their own, which differ as the form's does", () => {
  const [first, other] = [id([["price", "12"]]), id([["price", "13"]])];
  expect(isUuid(actId(first, "stock"))).toBe(true);
  expect(shownForm(actId(first, "stock"))).not.toBe(shownForm(first));
  expect(actId(first, "stock")).not.toBe(actId(first, "letter"));
  expect(shownForm(actId(other, "stock"))).toBe(shownForm(actId(first, "stock")));
  expect(actId(other, "stock")).not.toBe(actId(first, "stock"));
});

test("a file counts with its name and content, repeated fields each, and the form's own id and name do not", async () => {
  const form = new FormData();
  form.append("submission", shown);
  form.append("form", "save");
  form.append("order", "1");
  form.append("order", "2");
  form.append("file", new File(["label"], "label.pdf"));
  const fields = await sentFields(form);
  expect(fields.map(([name]) => name)).toEqual(["order", "order", "file"]);
  form.set("file", new File(["other"], "label.pdf"));
  expect(await sentFields(form)).not.toEqual(fields);
});
