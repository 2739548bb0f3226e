import type { ReactNode } from "react";

type ProseProps =
  { /** HTML that was sanitized when it was stored or loaded. */ html: string } | { children: ReactNode };

/** Running text: a 64-character column with styled lists and quotations. */
export function Prose(props: ProseProps) {
  if ("html" in props) return <div className="prose" dangerouslySetInnerHTML={{ __html: props.html }} />;
  return <div className="prose">{props.children}</div>;
}
