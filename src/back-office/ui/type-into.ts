/** Sets a field's text and dispatches an input event as if it was typed, so that listeners and React notice it. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string): void {
  // React overrides the `value` setter of the element and ignores values set with it, so the setter of the prototype is called.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
