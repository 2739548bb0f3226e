import { type RefObject, useEffect, useState } from "react";
import { useTypedText } from "../ui/restore-typed";

interface Typing {
  /** Names the form for what the browser remembers of it; without a name nothing is, and what is typed is not followed. */
  name: string | undefined;
  /** What stands in the fields as they are stored, by their names. */
  stored: Record<string, string>;
  /** What was sent and not saved. */
  unsaved: Record<string, string | undefined> | undefined;
  element: RefObject<HTMLFormElement | null>;
}

/** Follows what is typed into the fields of a form, wherever they stand, and keeps it from being lost with its window. */
export function useTyping({ name, stored, unsaved, element }: Typing) {
  const [typed, setTyped] = useState<Record<string, string | undefined>>({ ...stored, ...unsaved });
  const memory = useTypedText(name, stored, typed);
  // What has no field stands as it is stored.
  const look = () => setTyped({ ...stored, ...valuesOf(element.current) });
  useEffect(() => {
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
      // What was sent before stands in the fields themselves: then only a new page drops it.
      if (unsaved) return;
      event.preventDefault();
      element.current?.reset();
      setTyped({ ...stored });
    },
  };
}

/** What stands in the fields of a form; a box that is not ticked says nothing. */
function valuesOf(form: HTMLFormElement | null): Record<string, string> {
  const boxes = form ? [...form.elements].filter((field) => field instanceof HTMLInputElement) : [];
  const unticked = boxes.flatMap(({ type, name }) => (type === "checkbox" && name ? [[name, ""]] : []));
  const sent = [...new FormData(form ?? undefined)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries([...unticked, ...sent]) as Record<string, string>;
}
