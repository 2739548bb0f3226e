import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

interface SameControl {
  box: RefObject<HTMLDivElement | null>;
  onFocus(event: FocusEvent<HTMLElement>): void;
}

/**
 * Moves the focus to the same control of the next variant: the number or the button. Each variant has a form of its own, with
 * which the focused control disappears.
 */
export function useSameControl(variantId: number | undefined): SameControl {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef("");
  const before = useRef(variantId);
  useEffect(() => {
    if (before.current === variantId) return;
    before.current = variantId;
    if (last.current === "" || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>(last.current)?.focus({ preventScroll: true });
  }, [variantId]);
  return {
    box,
    onFocus({ target }) {
      if (target.closest(".count")) last.current = target.matches("input") ? ".count__number" : ".count .btn--main";
    },
  };
}
