/**
 * Stands in the head of every document that scripts take over. Until they do it notes what is typed, chosen and pressed, also on a button
 * that only they enable; then all of it is done anew, in its order and each once, after what the browser itself put back into the fields.
 * Links and forms that are sent need no script and are not noted. `end` is called when React begins to listen, `repeat` when the page is
 * alive.
 */
export const earlyInputScript = `(() => {
  const early = new Map();
  const isBox = ({ type }) => type === "checkbox" || type === "radio";
  const valueOf = (element) => (isBox(element) ? element.checked : element.value);
  const writtenFor = (field) => {
    if (field.options) return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
    return isBox(field) ? field.defaultChecked : field.defaultValue;
  };
  const note = ({ type, target, button }) => {
    const pressed = type === "click" ? "button[type=button]" : "button[type=button]:disabled";
    const element = type === "input" ? target : target.closest?.(pressed);
    if (!element || button) return;
    early.delete(element);
    early.set(element, valueOf(element));
  };
  const types = ["input", "click", "pointerup"];
  for (const type of types) addEventListener(type, note, true);
  // React took the field over with this text in it, and would see no change: it notes what is assigned to the element itself, not what
  // the prototype's setter writes.
  const retype = (field, value) => {
    const { selectionStart, selectionEnd } = field;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
    if (selectionStart !== null && document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd);
  };
  const repeat = (element, value) => {
    if (element.type === "button") return element.click();
    if (element.type === "radio" && !value) return;
    if (isBox(element)) {
      element.checked = !value;
      return element.click();
    }
    if ("defaultValue" in element && element.type !== "file") retype(element, value);
    else if (element.value !== value) element.value = value;
    for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  };
  let all = [];
  window.earlyInput = {
    end() {
      for (const type of types) removeEventListener(type, note, true);
      const fields = [...document.querySelectorAll("input, select, textarea")].filter(
        (field) => !early.has(field) && valueOf(field) !== writtenFor(field),
      );
      all = [...fields.map((field) => [field, valueOf(field)]), ...early];
    },
    async repeat() {
      for (const [element, value] of all) {
        // A choice enables the button that was pressed after it.
        await null;
        repeat(element, value);
      }
      delete window.earlyInput;
    },
  };
  document.currentScript.remove();
})();`;
