/**
 * Inline script in the head of every hydrated document. It records typing, choices and clicks, also on buttons that are still
 * disabled, and repeats them in order when the page is hydrated, after the values that the browser restores. Links and forms work
 * without JavaScript and are not recorded. `end` is called when React listens to events, `repeat` after hydration.
 *
 * `retype` makes React notice text that was already in a field when React hydrated it: assigning the default value with the
 * element's own setter resets React's value tracker, and the prototype's setter then writes the text without the tracker. Events
 * are repeated one after the other, because a choice may enable the button that was clicked next. (Comments inside the script
 * would be sent to every visitor.)
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
        await null;
        repeat(element, value);
      }
      delete window.earlyInput;
    },
  };
  document.currentScript.remove();
})();`;
