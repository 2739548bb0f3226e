import { expect, test } from "vitest";
import { sentForm } from "./sent-form";

const typed = () => true;
const untouched = () => false;

test("a form counts as changed after typing, not while it is being sent, and again after typing on the page where it was saved", () => {
  const form = sentForm();
  expect([form.isChanged(untouched), form.isChanged(typed)]).toEqual([false, true]);
  form.onSubmit();
  expect(form.isChanged(typed)).toBe(false);
  form.onAnswer(undefined);
  expect(form.isChanged(typed)).toBe(false);
  form.onIdle();
  expect([form.isChanged(untouched), form.isChanged(typed)]).toEqual([false, true]);
});

test("a refused form counts as changed until it is saved, also after it is rendered again", () => {
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
