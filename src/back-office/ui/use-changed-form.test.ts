import { beforeEach, expect, test, vi } from "vitest";
import { useChangedForm } from "./use-changed-form";

/** Drawn without a browser: what the hook remembers from one drawing to the next, and where the router is. */
const drawing = vi.hoisted(() => ({ state: "idle", cells: [] as unknown[], at: 0 }));

vi.mock("react-router", () => ({ useNavigation: () => ({ state: drawing.state }) }));
vi.mock("react", () => {
  const cell = (first: unknown): unknown => (drawing.cells[drawing.at++] ??= first);
  return {
    useRef: (current: unknown) => cell({ current }),
    useCallback: (call: unknown) => cell(call),
    useEffect: (effect: () => void, wanted: unknown[]) => {
      const seen = cell({}) as { deps?: unknown[] };
      if (!seen.deps || wanted.some((each, place) => each !== seen.deps?.[place])) effect();
      seen.deps = wanted;
    },
  };
});

class Control {
  type = "text";
  value = "Boots";
  defaultValue = "Boots";
}
const field = new Control();
const useDrawn = (state: "idle" | "submitting" | "loading", answer?: object) => {
  Object.assign(drawing, { state, at: 0 });
  const form = useChangedForm(answer);
  Object.assign(form.element, { current: { elements: [field] } });
  return form;
};
beforeEach(() => {
  vi.stubGlobal("HTMLInputElement", Control);
  // No control here is one of these.
  vi.stubGlobal("HTMLTextAreaElement", Map);
  vi.stubGlobal("HTMLSelectElement", Map);
  drawing.cells = [];
  Object.assign(field, new Control());
});

test("a form is changed by what is typed, not while it is sent, and again by what is typed after it was saved on its page", () => {
  expect(useDrawn("idle").isChanged()).toBe(false);
  field.value = "Tall boots";
  const typed = useDrawn("idle");
  expect(typed.isChanged()).toBe(true);
  typed.onSubmit();
  expect(typed.isChanged()).toBe(false);
  expect(useDrawn("submitting").isChanged()).toBe(false);
  expect(useDrawn("loading").isChanged()).toBe(false);
  field.defaultValue = "Tall boots";
  expect(useDrawn("idle").isChanged()).toBe(false);
  field.value = "Tall boots, new";
  expect(useDrawn("idle").isChanged()).toBe(true);
});

test("one that was refused stays changed, also where its page does not show the answer in it", () => {
  field.value = "Tall boots";
  useDrawn("idle").onSubmit();
  useDrawn("submitting");
  expect(useDrawn("idle").isChanged()).toBe(true);
  // Drawn anew with what was typed.
  field.defaultValue = "Tall boots";
  useDrawn("idle").onSubmit();
  useDrawn("submitting");
  expect(useDrawn("idle", { errors: {} }).isChanged()).toBe(true);
});
