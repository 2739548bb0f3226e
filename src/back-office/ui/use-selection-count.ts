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
    if (!isCounting || chosen.count === 0) return;
    setChosen(chosen);
    markAll(form.current, name, chosen.count);
  }, [name, summed, isCounting]);
  const onChange = () => {
    const chosen = chosenIn(form.current, name, summed);
    setChosen(chosen);
    markAll(form.current, name, chosen.count);
  };
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

/** Shows on the checkbox of `ChooseAll` whether all checkboxes are ticked, or some. */
function markAll(form: HTMLElement | null, name: string, count: number): void {
  const all = form?.querySelector<HTMLInputElement>(`input[data-all="${name}"]`);
  if (!all) return;
  all.checked = count > 0 && count === form?.querySelectorAll(`input[name="${name}"]`).length;
  all.indeterminate = count > 0 && !all.checked;
}

function chosenIn(form: HTMLElement | null, name: string, summed: string): { count: number; sum: number } {
  const ticked = [...(form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`) ?? [])];
  return {
    count: ticked.length,
    sum: ticked.reduce((total, { dataset }) => total + Number(dataset[summed] ?? 0), 0),
  };
}
