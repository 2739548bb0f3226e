import { type ReactNode, useEffect, useRef } from "react";

/** Message about an act just done, on a page that stays: takes the focus. */
export function Done({ children }: { children: ReactNode }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <p className="done" role="status" tabIndex={-1} ref={box}>
      {children}
    </p>
  );
}
