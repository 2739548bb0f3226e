import { expect, test } from "vitest";
import { sentForm } from "./sent-form";

const typed = () => true;
const untouched = () => false;

test("a form is changed by what is typed, not while it is sent, and again by what is typed after it was saved on its page", () => {
  const form = sentForm();
  expect([form.isChanged(untouched), form.isChanged(typed)]).toEqual([false, true]);
  form.onSubmit();
  expect(form.isChanged(typed)).toBe(false);
  form.onAnswer(undefined);
  expect(form.isChanged(typed)).toBe(false);
  form.onIdle();
  expect([form.isChanged(untouched), form.isChanged(typed)]).toEqual([false, true]);
});

test("a refused form counts as changed, also when shown anew, until it is sent again and saved", () => {
  const form = sentForm();
  form.onSubmit();
  form.onAnswer({ errors: {} });
  expect(form.isChanged(untouched)).toBe(true);
  form.onSubmit();
  expect(form.isChanged(typed)).toBe(false);
  form.onAnswer(undefined);
  form.onIdle();
  expect(form.isChanged(untouched)).toBe(false);
});
