import { type RefObject, useLayoutEffect, useState } from "react";
import { useTypedText } from "../ui/restore-typed";

interface Typing {
  /** Names the form for what the browser remembers of it; without a name nothing is, and what is typed is not followed. */
  name: string | undefined;
  /** Stored values of the fields, by name. */
  stored: Record<string, string>;
  /** Values that were sent and not saved. */
  unsaved: Record<string, string | undefined> | undefined;
  element: RefObject<HTMLFormElement | null>;
}

/** Follows what is typed into the fields of a form, wherever they stand, and keeps it from being lost with its window. */
export function useTyping({ name, stored, unsaved, element }: Typing) {
  const [typed, setTyped] = useState<Record<string, string | undefined>>({ ...stored, ...unsaved });
  const memory = useTypedText(name, stored, typed);
  // Values without a field stay as they are stored.
  const look = () => setTyped({ ...stored, ...valuesOf(element.current) });
  // Before the frame types unsent values again, which it does once all is drawn.
  useLayoutEffect(() => {
    if (name === undefined) return;
    const typing = ({ target }: Event) => {
      const field = target instanceof Element ? target : null;
      if (field && element.current && "form" in field && field.form === element.current) look();
    };
    document.addEventListener("input", typing);
    return () => document.removeEventListener("input", typing);
  });
  return {
    typed,
    memory,
    look,
    onDiscard(event: { preventDefault(): void }) {
      memory.forget();
      // Values sent before stand in the fields themselves: then only a new page drops them.
      if (unsaved) return;
      event.preventDefault();
      element.current?.reset();
      setTyped({ ...stored });
    },
  };
}

/** Values of a form's fields; a box that is not ticked has none. */
function valuesOf(form: HTMLFormElement | null): Record<string, string> {
  const boxes = form ? [...form.elements].filter((field) => field instanceof HTMLInputElement) : [];
  const unticked = boxes.flatMap(({ type, name }) => (type === "checkbox" && name ? [[name, ""]] : []));
  const sent = [...new FormData(form ?? undefined)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries([...unticked, ...sent]) as Record<string, string>;
}
