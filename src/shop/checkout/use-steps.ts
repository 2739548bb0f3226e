import { useEffect, useRef } from "react";
import { useStored } from "~/platform/browser-storage";
import { progressStore } from "./checkout-store";
import { openSection, stepped, type Step } from "./steps";

/** Returns a function that takes a step and moves the focus: to the first field of the opened section, or to the pay button. */
export function useSteps(): (step: Step) => void {
  const open = openSection(useStored(progressStore).steps);
  const isLed = useRef(false);

  useEffect(() => {
    if (!isLed.current) return;
    isLed.current = false;
    const controls = open
      ? document.querySelectorAll<HTMLElement>(`#section-${open} :is(input, button):not(.step__edit)`)
      : [];
    // With nothing left to pay the payment section shows no field.
    const first = Array.from(controls).find((control) => control.getClientRects().length > 0);
    (first ?? document.getElementById("complete-purchase"))?.focus();
  }, [open]);

  return (step) => {
    isLed.current = step.do !== "choose";
    progressStore.change((progress) => ({ ...progress, steps: stepped(progress.steps, step) }));
  };
}
