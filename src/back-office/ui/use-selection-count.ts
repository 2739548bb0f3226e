import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "~/ui/use-hydrated";

/**
 * Counts the ticked checkboxes of a name within a form, and sums a number that each has in the data attribute `summed`. The count
 * is undefined without JavaScript. Shift+click sets all checkboxes between the last clicked one and this one.
 */
export function useSelectionCount<Part extends HTMLElement = HTMLFormElement>(name: string, summed = "") {
  const form = useRef<Part>(null);
  const [{ count, sum }, setChosen] = useState({ count: 0, sum: 0 });
  const isCounting = useHydrated();
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])];
  useEffect(() => {
    const chosen = chosenIn(form.current, name, summed);
    if (chosen.count > 0) setChosen(chosen);
  }, [name, summed]);
  const onChange = () => setChosen(chosenIn(form.current, name, summed));
  const before = useRef<HTMLInputElement>(null);
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    const all = boxes();
    const at = all.findIndex((box) => box === target);
    const from = before.current ? all.indexOf(before.current) : -1;
    const box = all[at];
    if (!box) return;
    before.current = box;
    if (!shiftKey || from < 0) return;
    for (const between of all.slice(Math.min(from, at), Math.max(from, at) + 1)) between.checked = box.checked;
    onChange();
  };
  const choose = (isChosen: boolean) => {
    for (const box of boxes()) box.checked = isChosen;
    onChange();
  };
  return {
    form,
    chosen: isCounting ? count : undefined,
    sum,
    onChange,
    onClick,
    chooseNone: () => choose(false),
    chooseAll: () => choose(true),
  };
}

function chosenIn(form: HTMLElement | null, name: string, summed: string): { count: number; sum: number } {
  const ticked = [...(form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`) ?? [])];
  return {
    count: ticked.length,
    sum: ticked.reduce((total, { dataset }) => total + Number(dataset[summed] ?? 0), 0),
  };
}
