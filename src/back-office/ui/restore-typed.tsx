import { lazy, type RefObject, Suspense, useEffect, useState } from "react";
import { rememberText, typedText, type TypedText } from "./typed-text-store";

// Loaded where there is something to offer.
const TypedOffer = lazy(async () => ({ default: (await import("./typed-offer")).TypedOffer }));

/** The form that was sent last from this window: once it is saved, what was typed into it is not offered again. */
let sent: string | undefined;

interface Memory {
  /** Text typed before the window went away, as far as it differs from the fields now. */
  found: TypedText | undefined;
  forget(): void;
  /** Notes that the form was sent. */
  sending(): void;
}

/** Remembers the words of a form that has a name while they are typed, and finds those of a window that went away. */
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
    // Only when the form is opened.
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
    // Text that stands in the fields already is not offered.
    found: Object.entries(found?.values ?? {}).some(([path, text]) => typed[path] !== text) ? found : undefined,
    forget() {
      setFound(undefined);
      if (name !== undefined) rememberText(name, {});
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
export const TypedAgain = ({ memory: { found, forget }, form, onRestored }: TypedAgainProps) =>
  found && (
    <Suspense>
      <TypedOffer values={found.values} forget={forget} form={form} onRestored={onRestored} />
    </Suspense>
  );
