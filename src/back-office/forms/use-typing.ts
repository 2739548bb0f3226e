import { type RefObject, useLayoutEffect, useState } from "react";
import { useTypedText } from "../ui/restore-typed";

interface Typing {
  /** Key under which the browser remembers the form; without one typing is neither remembered nor followed. */
  name: string | undefined;
  /** Stored values of the fields, by field name. */
  stored: Record<string, string>;
  /** Values sent but not saved. */
  unsaved: Record<string, string | undefined> | undefined;
  element: RefObject<HTMLFormElement | null>;
}

/** Follows typing in the fields of a form, wherever they are on the page, and keeps it across a closed window. */
export function useTyping({ name, stored, unsaved, element }: Typing) {
  const [typed, setTyped] = useState<Record<string, string | undefined>>({ ...stored, ...unsaved });
  const memory = useTypedText(name, stored, typed);
  // Values without a field keep their stored text.
  const look = () => setTyped({ ...stored, ...valuesOf(element.current) });
  // A layout effect runs before the frame's effect that types unsent values again.
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
      // Values sent before are in the fields themselves: only a new page drops them.
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
