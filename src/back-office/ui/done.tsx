import { type ReactNode, useEffect, useRef } from "react";

/** Message about an act just done, where the page stays the same one: takes the focus, as the answer to the form. */
export function Done({ children }: { children: ReactNode }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <p className="done" role="status" tabIndex={-1} ref={box}>
      {children}
    </p>
  );
}
