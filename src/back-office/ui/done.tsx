import { type ReactNode, useEffect, useRef } from "react";

/** Message about an act after which the page stays open; it takes the focus. */
export function Done({ children }: { children: ReactNode }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <p className="done" role="status" tabIndex={-1} ref={box}>
      {children}
    </p>
  );
}
