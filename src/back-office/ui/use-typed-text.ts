import { useEffect, useState } from "react";
import { rememberText, typedText, type TypedText } from "./typed-text-store";

/** Name of the form that this window sent last; its text is not offered again once it is saved. */
let sent: string | undefined;

interface Memory {
  /** Text typed before the window was closed; undefined if it equals the text in the fields. */
  found: TypedText | undefined;
  forget(): void;
  /** Remembers that the form was sent. */
  sending(): void;
}

/** Stores a named form's text while the member types, and finds text stored by a window that was closed. */
export function useTypedText(
  name: string | undefined,
  base: Record<string, string>,
  typed: Record<string, string | undefined>,
): Memory {
  const [found, setFound] = useState<TypedText>();
  useEffect(() => {
    if (name === undefined) return;
    const isSaved = sent === name && new URLSearchParams(location.search).has("done");
    sent = undefined;
    if (isSaved) rememberText(name, {});
    const before = typedText(name);
    const isNew = before && Object.entries(before.values).some(([path, text]) => path in base && base[path] !== text);
    if (isNew) setFound(before);
    else if (before) rememberText(name, {});
    // Runs only when the form is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name]);
  useEffect(() => {
    if (name === undefined) return;
    const changed = Object.entries(typed).flatMap(([path, text = ""]) =>
      path in base && base[path] !== text ? [[path, text]] : [],
    );
    if (changed.length > 0) rememberText(name, Object.fromEntries(changed));
  }, [name, base, typed]);
  return {
    // Text that equals the current text of the fields is not offered.
    found: Object.entries(found?.values ?? {}).some(([path, text]) => typed[path] !== text) ? found : undefined,
    forget() {
      setFound(undefined);
      if (name !== undefined) rememberText(name, {});
    },
    sending: () => void (sent = name),
  };
}
