import type { RefObject } from "react";
import { Button } from "./button";

interface RestoreTypedProps {
  values: Record<string, string>;
  forget(): void;
  form: RefObject<HTMLFormElement | null>;
  onRestored(): void;
}

/** Asks whether to restore text typed before the window was closed, or to discard it. */
export function RestoreTyped({ values, forget, form, onRestored }: RestoreTypedProps) {
  const restore = () => {
    for (const [name, text] of Object.entries(values)) fill(form.current?.elements.namedItem(name), text);
    forget();
    onRestored();
  };
  return (
    <div className="typed-again" role="status">
      <strong>You typed something here that was not saved.</strong>
      <p className="typed-again__acts">
        <Button type="button" onClick={restore}>
          Put it back
        </Button>
        <Button type="button" look="bare" onClick={forget}>
          Drop it
        </Button>
      </p>
    </div>
  );
}

function fill(field: Element | RadioNodeList | null | undefined, text: string): void {
  // A checkbox shares its name with a hidden field, which is sent to show that the form had the checkbox.
  if (field instanceof RadioNodeList) for (const each of field) fill(each instanceof Element ? each : null, text);
  else if (field instanceof HTMLInputElement && field.type === "hidden") return;
  else if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = text === field.value;
  else if (isTyped(field)) field.value = text;
}

const isTyped = (field: unknown): field is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
