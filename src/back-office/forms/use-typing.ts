import { type RefObject, useLayoutEffect, useState } from "react";
import { useTypedText } from "../ui/use-typed-text";

interface Typing {
  /** Key under which the browser stores the typed text; undefined: typed text is neither stored nor tracked. */
  name: string | undefined;
  /** Stored values of the fields, by field name. */
  stored: Record<string, string>;
  /** Values that were sent but not saved. */
  unsaved: Record<string, string | undefined> | undefined;
  element: RefObject<HTMLFormElement | null>;
}

/** Tracks the typed text of a form's fields, wherever they are on the page, and stores it to restore it in a new window. */
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
      // After a refused attempt the fields were rendered with the sent values, so only loading the page again discards them.
      if (unsaved) return;
      event.preventDefault();
      element.current?.reset();
      setTyped({ ...stored });
    },
  };
}

/** Current values of a form's fields, by name; an unticked checkbox has an empty value. */
function valuesOf(form: HTMLFormElement | null): Record<string, string> {
  const boxes = form ? [...form.elements].filter((field) => field instanceof HTMLInputElement) : [];
  const unticked = boxes.flatMap(({ type, name }) => (type === "checkbox" && name ? [[name, ""]] : []));
  const sent = [...new FormData(form ?? undefined)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries([...unticked, ...sent]) as Record<string, string>;
}
