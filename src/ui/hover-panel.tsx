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

/** How long a pointer rests before it opens, and stays away before it closes, in milliseconds. */
const OPENS_AFTER = 80;
const CLOSES_AFTER = 160;

interface HoverPanelProps {
  /** The link it belongs to; its page must show the same, for the panel opens on hover and focus only. */
  trigger: ReactNode;
  /** Its name: it is a place of its own beside the page. */
  name: string;
  /** Nothing opens while there is nothing to show. */
  disabled?: boolean;
  /** Its face, laid over the floating panel's. */
  className?: string;
  children: ReactNode;
}

/** A panel under a link while a pointer rests on it or it has the focus. Escape closes it, and so does following the link. */
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
    // Events of the link and of the panel inside are heard here; the span itself is nothing to use.
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
