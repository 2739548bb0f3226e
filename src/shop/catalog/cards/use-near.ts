import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from "react";

/** How long a pointer rests on a card before it counts, in milliseconds: a click that comes sooner is not held up. */
const RESTS_AFTER = 60;

/**
 * Whether a pointer has rested on an element or the keyboard's focus has come into it, and whether it is meant: then, or when it is
 * touched. With the handlers that notice it.
 */
export function useNear() {
  const [isNear, setNear] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isNear,
    isMeant: isNear || isTouched,
    handlers: {
      onPointerEnter({ pointerType }: PointerEvent) {
        if (pointerType === "mouse" && !isNear) timer.current = setTimeout(() => setNear(true), RESTS_AFTER);
      },
      onTouchStart: () => setTouched(true),
      onPointerLeave: () => clearTimeout(timer.current),
      // A press of the pointer moves the focus, too.
      onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && setNear(true),
    },
  };
}
