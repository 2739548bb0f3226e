import { useEffect, useRef, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { Icon } from "./icon";

interface SideDialogProps {
  title: string;
  /** Address of the page behind the dialog; the close button and Escape lead there. */
  back: string;
  children: ReactNode;
}

/** Form at the right of the page to which it belongs, with its own address; full screen on a phone. */
export function SideDialog({ title, back, children }: SideDialogProps) {
  const navigate = useNavigate();
  const layer = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const behind = besides(layer.current);
    for (const part of behind) part.inert = true;
    heading.current?.focus();
    return () => {
      for (const part of behind) part.inert = false;
    };
  }, []);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      const isAsked = document.querySelector(".dialog-view") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isAsked)
        void navigate(back, { preventScrollReset: true });
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [navigate, back]);
  return (
    <div className="side" ref={layer}>
      <div className="side__sheet" role="dialog" aria-modal="true" aria-labelledby="side-title">
        <div className="dialog__head">
          <h2 className="dialog__title side__title" id="side-title" tabIndex={-1} ref={heading}>
            {title}
          </h2>
          <Link className="close" to={back} aria-label="Close" preventScrollReset>
            <Icon name="close" />
          </Link>
        </div>
        {children}
      </div>
    </div>
  );
}

/** All parts of the page beside an element and beside what contains it. */
const besides = (part: Element | null): HTMLElement[] =>
  part?.parentElement && part !== document.body
    ? [...besides(part.parentElement), ...(part.parentElement.children as HTMLCollectionOf<HTMLElement>)].filter(
        (beside) => beside !== part && !beside.inert,
      )
    : [];
