/** A field that is typed into or chosen from. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Shown = string | undefined;

/** Text typed into a field, and where it belongs. */
interface Typed {
  /** The page that it was typed on. */
  path: string;
  /** Its form, name, value where it is ticked, and label; and which of all such it is. */
  place: string;
  index: number;
  /** Value that it was shown with before it was typed into; nothing for a list that does not say. */
  shown: Shown;
  /** Values that it was shown with, one for each time that it was sent: a refused form shows what was sent. */
  shownBefore: Shown[];
}

/** Typed text of a page, field by field, until its form is sent. */
export interface UnsentFields {
  typed: Map<Field, Typed>;
  /** Values with which fields that were sent had been shown, by page and place. */
  sent: Map<string, Shown[]>;
}

export const noUnsentFields = (): UnsentFields => ({ typed: new Map(), sent: new Map() });

/**
 * Notes a field that was typed into, on the page of this path; only fields of forms that save. To be called before React hears of the
 * typing: it makes what is typed into a controlled field what the field was shown with.
 */
export function noteTyped({ typed, sent }: UnsentFields, field: EventTarget | null, path: string): void {
  if (!isField(field) || field.form?.method !== "post" || typed.has(field)) return;
  const place = placeOf(field);
  const index = fieldsAt(place).indexOf(field);
  const shownBefore = sent.get(sentAs({ path, place, index })) ?? [];
  typed.set(field, { path, place, index, shown: shownIn(field), shownBefore });
}

/** Notes the fields of a page that hold something else than they were shown with: typed before anybody listened. */
export function noteTypedBefore(unsent: UnsentFields, path: string): void {
  for (const field of document.querySelectorAll("input, textarea, select"))
    if (isField(field) && standsIn(field) !== (shownIn(field) ?? standsIn(field))) noteTyped(unsent, field, path);
}

/** Forgets the fields of a form that is sent or emptied. */
export function forgetForm({ typed, sent }: UnsentFields, form: EventTarget | null): void {
  for (const [field, noted] of typed) {
    if (field.form !== form) continue;
    typed.delete(field);
    sent.set(sentAs(noted), [...noted.shownBefore, noted.shown]);
  }
}

/** Forgets what was typed on other pages than that of this path: it is not typed there again, should it be opened once more. */
export function forgetOtherPages({ typed }: UnsentFields, path: string): void {
  for (const [field, { path: on }] of typed) if (!field.isConnected && on !== path) typed.delete(field);
}

/** Forgets the fields that the page no longer shows, and what was sent. */
export function forgetGone({ typed, sent }: UnsentFields): void {
  for (const field of typed.keys()) if (!field.isConnected) typed.delete(field);
  sent.clear();
}

const sentAs = ({ path, place, index }: Pick<Typed, "path" | "place" | "index">): string =>
  [path, place, index].join("\n");

/** A field that somebody else saved while it was typed into. */
export interface Overtaken {
  label: string;
  now: string;
}

/** Types again what stood in fields that were drawn anew on the page of this path; returns those that are stored otherwise now. */
export function typeAgain(unsent: UnsentFields, path: string): Overtaken[] {
  const overtaken: Overtaken[] = [];
  for (const [gone, { path: on, place, index, shown, shownBefore }] of unsent.typed) {
    if (gone.isConnected || on !== path) continue;
    const field = fieldsAt(place)[index];
    if (!field) continue;
    unsent.typed.delete(gone);
    const now = shownIn(field);
    const own = standsIn(gone);
    if (own === shown) continue;
    if (isText(field) && now !== undefined && ![shown, ...shownBefore, own].includes(now))
      overtaken.push({ label: labelOf(field), now });
    fill(field, gone);
  }
  return overtaken;
}

/** Copies the text typed into a field into the one that was drawn in its place. */
function fill(field: Field, gone: Field): void {
  if (isTick(field) && isTick(gone)) {
    // As a press does it, so that whoever watches the box is called.
    if (field.checked !== gone.checked) field.click();
    return;
  }
  if (field.value === gone.value) return;
  // By the element's own setter: React replaces the field's, and takes what is set through that for no change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, gone.value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Value that the field was shown with; nothing for a list in which nothing is marked as chosen. */
function shownIn(field: Field): Shown {
  if (field instanceof HTMLSelectElement)
    return [...field.options].find(({ defaultSelected }) => defaultSelected)?.value;
  return isTick(field) ? String(field.defaultChecked) : field.defaultValue;
}

const standsIn = (field: Field): string => (isTick(field) ? String(field.checked) : field.value);

const isText = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  !(field instanceof HTMLSelectElement) && !isTick(field);

const isTick = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";

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
