import { differs } from "./use-changed-form";

/** A field that is typed into or chosen from. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What was typed into a field of a page, and where it belongs. */
interface Typed {
  /** The page that it was typed on. */
  path: string;
  /** Its form, name, value where it is ticked, and label; and which of all such it is. */
  place: string;
  index: number;
}

/** What is typed on a page, field by field, until its form is sent. */
export type UnsentFields = Map<Field, Typed>;

/** Notes a field that was typed into, on the page of this path; only fields of forms that save. */
export function noteTyped(unsent: UnsentFields, field: EventTarget | null, path: string): void {
  if (!isField(field) || field.form?.method !== "post") return;
  const place = placeOf(field);
  unsent.set(field, { path, place, index: fieldsAt(place).indexOf(field) });
}

/** Forgets the fields of a form that is sent or emptied. */
export function forgetForm(unsent: UnsentFields, form: EventTarget | null): void {
  for (const field of unsent.keys()) if (field.form === form) unsent.delete(field);
}

/** Forgets the fields that the page no longer shows. */
export function forgetGone(unsent: UnsentFields): void {
  for (const field of unsent.keys()) if (!field.isConnected) unsent.delete(field);
}

/** A field that somebody else saved while it was typed into. */
export interface Overtaken {
  label: string;
  now: string;
}

/** Types again what stood in fields that were drawn anew on the page of this path; returns those that are stored otherwise now. */
export function typeAgain(unsent: UnsentFields, path: string): Overtaken[] {
  const overtaken: Overtaken[] = [];
  for (const [gone, typed] of unsent) {
    if (gone.isConnected || typed.path !== path) continue;
    const field = fieldsAt(typed.place)[typed.index];
    if (!field) continue;
    unsent.delete(gone);
    if (!differs(gone)) continue;
    if (isText(field) && isText(gone) && field.defaultValue !== gone.defaultValue)
      overtaken.push({ label: labelOf(field), now: field.defaultValue });
    fill(field, gone);
  }
  return overtaken;
}

/** What is typed into the field outlives it in the one that was drawn in its place. */
function fill(field: Field, gone: Field): void {
  if (field instanceof HTMLInputElement && gone instanceof HTMLInputElement && isTick(field)) {
    // As a press does it, so that whoever watches the box is called.
    if (field.checked !== gone.checked) field.click();
    return;
  }
  if (field.value === gone.value) return;
  field.value = gone.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const isText = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  !(field instanceof HTMLSelectElement) && !isTick(field);

const isTick = ({ type }: Field): boolean => type === "checkbox" || type === "radio";

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !["hidden", "file", "password"].includes(target.type));

const fieldsAt = (place: string): Field[] =>
  [...document.querySelectorAll("input, textarea, select")].filter(
    (field): field is Field => isField(field) && placeOf(field) === place,
  );

function placeOf(field: Field): string {
  // A field of the form may be called "id" or "action".
  const form = [field.form?.getAttribute("id"), field.form?.getAttribute("action")?.split("?")[0]];
  return [...form, field.name, isTick(field) && field.value, labelOf(field)].join("\n");
}

const labelOf = (field: Field): string => field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? "";
