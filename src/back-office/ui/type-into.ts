/** Puts a text into a field as if it was typed, so that listeners of the field and React see it. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string): void {
  // React overrides the element's `value` setter and ignores what is set by it; the prototype's setter is not overridden.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
