import { type RefObject, useEffect, useState } from "react";
import { Button } from "./button";
import { rememberText, typedText, type TypedText } from "./typed-text-store";

/** The form that was sent last from this window: once it is saved, what was typed into it is not offered again. */
let sent: string | undefined;

interface Memory {
  /** What was typed before the window went away, as far as it differs from what stands there now. */
  found: TypedText | undefined;
  forget(): void;
  /** Notes that the form was sent. */
  sending(): void;
}

/** Remembers the words of a form while they are typed, and finds those of a window that went away. */
export function useTypedText(
  name: string,
  base: Record<string, string>,
  typed: Record<string, string | undefined>,
): Memory {
  const [found, setFound] = useState<TypedText>();
  useEffect(() => {
    const isSaved = sent === name && new URLSearchParams(location.search).has("done");
    sent = undefined;
    if (isSaved) rememberText(name, {});
    const before = typedText(name);
    const isNew = before && Object.entries(before.values).some(([path, text]) => path in base && base[path] !== text);
    if (isNew) setFound(before);
    else if (before) rememberText(name, {});
    // Only when the form is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name]);
  useEffect(() => {
    const changed = Object.entries(typed).flatMap(([path, text = ""]) =>
      path in base && base[path] !== text ? [[path, text]] : [],
    );
    if (changed.length > 0) rememberText(name, Object.fromEntries(changed));
  }, [name, base, typed]);
  return {
    // What stands in the fields already is not offered.
    found: Object.entries(found?.values ?? {}).some(([path, text]) => typed[path] !== text) ? found : undefined,
    forget() {
      setFound(undefined);
      rememberText(name, {});
    },
    sending: () => void (sent = name),
  };
}

interface TypedAgainProps {
  memory: Memory;
  form: RefObject<HTMLFormElement | null>;
  onRestored(): void;
}

/** Offers what was typed before the window went away. */
export function TypedAgain({ memory: { found, forget }, form, onRestored }: TypedAgainProps) {
  if (!found) return null;
  const restore = () => {
    for (const [name, text] of Object.entries(found.values)) fill(form.current?.elements.namedItem(name), text);
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
  // A box and the field that says it was shown have one name.
  if (field instanceof RadioNodeList) for (const each of field) fill(each instanceof Element ? each : null, text);
  else if (field instanceof HTMLInputElement && field.type === "hidden") return;
  else if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = text === field.value;
  else if (isTyped(field)) field.value = text;
}

const isTyped = (field: unknown): field is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
