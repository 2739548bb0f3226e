import { typeInto } from "./type-into";

/** A text field, checkbox or list. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Shown = string | undefined;

/** Text typed into a field, and the field's place. */
interface Typed {
  /** Path of the page. */
  path: string;
  /** Form, name, value (of a checkbox) and label of the field, and its index among equal ones. */
  place: string;
  index: number;
  /** Value shown before typing; undefined for a list without a marked option. */
  shown: Shown;
  /** Earlier shown values, one per attempt: a refused form shows what was sent. */
  shownBefore: Shown[];
}

/** Typed text of a page by field, until its form is sent. */
export interface UnsentFields {
  typed: Map<Field, Typed>;
  /** Values of sent fields, as shown and as sent, by page and place. */
  sent: Map<string, Shown[]>;
}

export const noUnsentFields = (): UnsentFields => ({ typed: new Map(), sent: new Map() });

/**
 * Records typing in a field of a form that saves, on the page of this path. Must run before React's handlers, which overwrite the shown
 * value of controlled fields.
 */
export function noteTyped({ typed, sent }: UnsentFields, field: EventTarget | null, path: string): void {
  if (!isField(field) || field.form?.method !== "post" || typed.has(field)) return;
  const place = placeOf(field);
  const index = fieldsAt(place).indexOf(field);
  const shownBefore = sent.get(sentAs({ path, place, index })) ?? [];
  typed.set(field, { path, place, index, shown: shownIn(field), shownBefore });
}

/** Records fields that already differ from their shown values: typed before the script ran. */
export function noteTypedBefore(unsent: UnsentFields, path: string): void {
  for (const field of document.querySelectorAll("input, textarea, select"))
    if (isField(field) && standsIn(field) !== (shownIn(field) ?? standsIn(field))) noteTyped(unsent, field, path);
}

/** Forgets the fields of a form that was sent or reset. Sent values are kept, so that they are not taken for another member's when they come back as stored values. */
export function forgetForm({ typed, sent }: UnsentFields, form: EventTarget | null): void {
  for (const [field, noted] of typed) {
    if (field.form !== form) continue;
    typed.delete(field);
    sent.set(sentAs(noted), [...noted.shownBefore, noted.shown, standsIn(field)]);
  }
}

/** Forgets text typed on other pages, which must not return when they are opened again. */
export function forgetOtherPages({ typed }: UnsentFields, path: string): void {
  for (const [field, { path: on }] of typed) if (!field.isConnected && on !== path) typed.delete(field);
}

/** Forgets fields that the page no longer shows, and sent values. */
export function forgetGone({ typed, sent }: UnsentFields): void {
  for (const field of typed.keys()) if (!field.isConnected) typed.delete(field);
  sent.clear();
}

const sentAs = ({ path, place, index }: Pick<Typed, "path" | "place" | "index">): string =>
  [path, place, index].join("\n");

/** A field that another member saved while it was being typed into. */
export interface Overtaken {
  label: string;
  now: string;
}

/** Restores typed text in fields that were rendered anew on the page of this path; returns fields whose stored value has changed. */
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

/** Copies typed text into the field that replaced another. */
function fill(field: Field, gone: Field): void {
  if (isTick(field) && isTick(gone)) {
    // A click, so that listeners of the checkbox are called.
    if (field.checked !== gone.checked) field.click();
    return;
  }
  if (field.value === gone.value) return;
  typeInto(field, gone.value);
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Value that the field was shown with; undefined for a list without a marked option. */
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

/** Field of a place whose label has changed, such as of a picture that was moved; its name must be its own. */
function onlyFieldAt(place: string): Field | undefined {
  const unlabelled = (text: string) => text.slice(0, text.lastIndexOf("\n"));
  const like = [...document.querySelectorAll("input, textarea, select")].filter(
    (field): field is Field => isField(field) && unlabelled(placeOf(field)) === unlabelled(place),
  );
  return like.length === 1 ? like[0] : undefined;
}

function placeOf(field: Field): string {
  // Fields of a form may be named "id" or "action" and shadow its properties.
  const form = [field.form?.getAttribute("id"), field.form?.getAttribute("action")?.split("?")[0]];
  return [...form, field.name, isTick(field) && field.value, labelOf(field)].join("\n");
}

/** Label without its note, which may count the typed letters. */
function labelOf(field: Field): string {
  const parts = [...(field.labels?.[0]?.childNodes ?? [])];
  const words = parts.filter((part) => !(part instanceof Element && part.matches(".label__note")));
  const label = field.getAttribute("aria-label") ?? words.map(({ textContent }) => textContent).join("");
  return label.replaceAll("\n", " ").trim();
}
