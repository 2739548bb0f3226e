import { typeInto } from "./type-into";

/** Text field, checkbox, radio button or select. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Shown = string | undefined;

/** A field into which text was typed, and how to find the field again after it is rendered anew. */
interface Typed {
  /** Path of the page with the field. */
  path: string;
  /** Form, name, value (of a checkbox) and label of the field; `index` counts the fields for which all of these are equal. */
  place: string;
  index: number;
  /** Value that the field had before typing; undefined for a select without a default option. */
  shown: Shown;
  /** Values that the field had before earlier attempts to save: a refused form shows the values that were sent. */
  shownBefore: Shown[];
}

/** Text typed on a page and not sent yet, by field. */
export interface UnsentFields {
  typed: Map<Field, Typed>;
  /** Values of sent fields, before typing and as sent, by page and place. */
  sent: Map<string, Shown[]>;
}

export const noUnsentFields = (): UnsentFields => ({ typed: new Map(), sent: new Map() });

/**
 * Records that a member types into a field of a POST form on the page at this path. Must run before React's handlers, which
 * overwrite the default value of controlled fields.
 */
export function noteTyped({ typed, sent }: UnsentFields, field: EventTarget | null, path: string): void {
  if (!isField(field) || field.form?.method !== "post" || typed.has(field)) return;
  const place = placeOf(field);
  const index = fieldsAt(place).indexOf(field);
  const shownBefore = sent.get(sentAs({ path, place, index })) ?? [];
  typed.set(field, { path, place, index, shown: shownIn(field), shownBefore });
}

/** Records all fields with a value other than their default: text typed before the script ran. */
export function noteTypedBefore(unsent: UnsentFields, path: string): void {
  for (const field of document.querySelectorAll("input, textarea, select"))
    if (isField(field) && standsIn(field) !== (shownIn(field) ?? standsIn(field))) noteTyped(unsent, field, path);
}

/**
 * Removes the fields of a form that was sent or reset. Their sent values are kept, so that they are not mistaken for another
 * member's change when the page shows them as stored values.
 */
export function forgetForm({ typed, sent }: UnsentFields, form: EventTarget | null): void {
  for (const [field, noted] of typed) {
    if (field.form !== form) continue;
    typed.delete(field);
    sent.set(sentAs(noted), [...noted.shownBefore, noted.shown, standsIn(field)]);
  }
}

/** Removes text typed on other pages, which must not be restored when those pages are opened again. */
export function forgetOtherPages({ typed }: UnsentFields, path: string): void {
  for (const [field, { path: on }] of typed) if (!field.isConnected && on !== path) typed.delete(field);
}

/** Removes fields that are not on the page any more, and all sent values. */
export function forgetGone({ typed, sent }: UnsentFields): void {
  for (const field of typed.keys()) if (!field.isConnected) typed.delete(field);
  sent.clear();
}

const sentAs = ({ path, place, index }: Pick<Typed, "path" | "place" | "index">): string =>
  [path, place, index].join("\n");

/** A field that another member saved while this member typed into it. */
export interface Overtaken {
  label: string;
  now: string;
}

/**
 * Restores typed text in fields that were rendered anew on the page at this path; returns the fields of which another member
 * changed the stored value.
 */
export function typeAgain(unsent: UnsentFields, path: string): Overtaken[] {
  const overtaken: Overtaken[] = [];
  for (const [gone, { path: on, place, index, shown, shownBefore }] of unsent.typed) {
    if (gone.isConnected || on !== path) continue;
    const field = fieldsAt(place)[index] ?? onlyFieldAt(place);
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

/** Copies typed text from a removed field into the field that replaced it. */
function fill(field: Field, gone: Field): void {
  if (isTick(field) && isTick(gone)) {
    // Clicks the checkbox, so that its listeners are called.
    if (field.checked !== gone.checked) field.click();
    return;
  }
  if (field.value === gone.value) return;
  typeInto(field, gone.value);
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Default value of a field; undefined for a select without a default option. */
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

/** Field of a form with this name if there is only one, for a field whose label has changed, such as that of a moved picture. */
function onlyFieldAt(place: string): Field | undefined {
  const unlabelled = (text: string) => text.slice(0, text.lastIndexOf("\n"));
  const like = [...document.querySelectorAll("input, textarea, select")].filter(
    (field): field is Field => isField(field) && unlabelled(placeOf(field)) === unlabelled(place),
  );
  return like.length === 1 ? like[0] : undefined;
}

function placeOf(field: Field): string {
  // Read as attributes: a form's fields may be named "id" or "action" and shadow its properties of that name.
  const form = [field.form?.getAttribute("id"), field.form?.getAttribute("action")?.split("?")[0]];
  return [...form, field.name, isTick(field) && field.value, labelOf(field)].join("\n");
}

/** Label of a field without its note, since a note may count the typed letters. */
function labelOf(field: Field): string {
  const parts = [...(field.labels?.[0]?.childNodes ?? [])];
  const words = parts.filter((part) => !(part instanceof Element && part.matches(".label__note")));
  const label = field.getAttribute("aria-label") ?? words.map(({ textContent }) => textContent).join("");
  return label.replaceAll("\n", " ").trim();
}
