import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from "react";

/** Milliseconds for which a pointer has to rest on the element before work begins; work at once would delay a quick click. */
const RESTS_AFTER = 60;
/** Milliseconds after a press in which the click is expected to open another page. */
const PRESSED_FOR = 500;

/**
 * Returns whether a pointer rests on an element or keyboard focus is in it (`isNear`), whether that or a touch shows intent
 * (`isMeant`), and the event handlers for the element.
 */
export function useNear() {
  const [isNear, setNear] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const comeAfter = (pointerType: string, milliseconds: number) => {
    clearTimeout(timer.current);
    if (pointerType === "mouse" && !isNear) timer.current = setTimeout(() => setNear(true), milliseconds);
  };
  return {
    isNear,
    isMeant: isNear || isTouched,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => comeAfter(pointerType, RESTS_AFTER),
      onPointerDown: ({ pointerType }: PointerEvent) => comeAfter(pointerType, PRESSED_FOR),
      onTouchStart: () => setTouched(true),
      onPointerLeave: () => clearTimeout(timer.current),
      // Pressing a pointer also moves the focus; only keyboard focus counts.
      onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && setNear(true),
    },
  };
}
