import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { leavesPage } from "./leaving";

/** Milliseconds of hovering before the panel opens, and after leaving before it closes. */
const OPENS_AFTER = 80;
const CLOSES_AFTER = 160;

interface HoverPanelProps {
  /** The link that opens the panel. Its page must have the same content, because the panel only opens by hover and focus. */
  trigger: ReactNode;
  /** Accessible name of the panel. */
  name: string;
  /** Whether the panel never opens. */
  disabled?: boolean;
  /** Additional CSS class of the panel. */
  className?: string;
  children: ReactNode;
}

/** Panel below a link, shown on hover or focus. Escape or following the link closes it. */
export function HoverPanel({ trigger, name, disabled = false, className, children }: HoverPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = (open: boolean, after = 0) => {
    clearTimeout(timer.current);
    if (after === 0) setOpen(open);
    else timer.current = setTimeout(() => setOpen(open), after);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // Listens on the span for events that bubble from the link and the panel; the span itself is not interactive.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className="float-at"
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && turn(true, OPENS_AFTER)}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && turn(false, CLOSES_AFTER)}
      onFocus={({ target }: FocusEvent) => target.matches(":focus-visible") && turn(true)}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget) && turn(false)}
      onKeyDown={({ key }: KeyboardEvent) => key === "Escape" && turn(false)}
      onClick={(event: MouseEvent) => leavesPage(event) && turn(false)}
    >
      {trigger}
      {isOpen && !disabled && (
        <section className={["float", className].filter(Boolean).join(" ")} aria-label={name}>
          {children}
        </section>
      )}
    </span>
  );
}
