import { useRef, useState } from "react";
import { useHydrated } from "~/ui/use-hydrated";

/** How many boxes of a name are ticked in a form; unset without script, when nobody can count them. */
export function useChosen(name: string) {
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  const isCounting = useHydrated();
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])];
  return {
    form,
    chosen: isCounting ? count : undefined,
    onChange: () => setCount(boxes().filter(({ checked }) => checked).length),
    chooseNone() {
      for (const box of boxes()) box.checked = false;
      setCount(0);
    },
  };
}
