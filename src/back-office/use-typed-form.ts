import { useCallback, useEffect, useRef, useState } from "react";
import { useKept } from "./use-pending-form";
import { differ } from "./ui/differ";
import { useCommandKey } from "./ui/keys";
import { useTypedText } from "./ui/restore-typed";

interface TypedForm {
  /** Names the form for what the browser remembers of it. */
  name: string;
  /** What stands in the fields as they are stored, by their names. */
  base: Record<string, string>;
  /** What was sent and not saved. */
  answer?: { typed: Record<string, string> } | undefined;
}

/** What is typed into a form's fields beside what is stored, and what keeps it from being lost. */
export function useTypedForm({ name, base, answer }: TypedForm) {
  const element = useRef<HTMLFormElement>(null);
  // What was sent and not saved: refused, or kept while the member had to sign in again.
  const kept = useKept();
  const given = answer?.typed ?? (kept.submission ? kept : undefined);
  const [typed, setTyped] = useState<Record<string, string | undefined>>({ ...base, ...given });
  const memory = useTypedText(name, base, typed);

  // What the browser is asked before it leaves is read when it asks, not when the page was last drawn.
  const isLeaving = useRef(false);
  const isChanged = useCallback(() => !isLeaving.current && differs(element.current, base), [base]);
  useEffect(() => {
    if (answer) isLeaving.current = false;
  }, [answer]);
  useCommandKey("s", () => element.current?.requestSubmit());

  return {
    element,
    given,
    typed,
    memory,
    isChanged,
    // What has no field stands as it is stored.
    onInput: () => setTyped({ ...base, ...valuesOf(element.current) }),
    onSubmit: () => {
      isLeaving.current = true;
      memory.sending();
    },
    onDiscard(event: { preventDefault(): void }) {
      memory.forget();
      // What was sent before stands in the fields themselves: then only a new page drops it.
      if (given) return;
      event.preventDefault();
      element.current?.reset();
      setTyped({ ...base });
    },
  };
}

const valuesOf = (form: HTMLFormElement | null): Record<string, string> =>
  Object.fromEntries([...new FormData(form ?? undefined)].map(([name, value]) => [name, String(value)]));

function differs(form: HTMLFormElement | null, base: Record<string, string>): boolean {
  const values = valuesOf(form);
  return form !== null && Object.entries(base).some(([path, text]) => path in values && differ(values[path], text));
}
