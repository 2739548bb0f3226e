import type { ReactNode } from "react";
import { Sunset } from "./drawings";

interface EmptyStateProps {
  title: string;
  /** `h1` where it is all the page has. */
  heading?: "h1" | "h2" | "h3";
  text?: ReactNode;
  /** One way on: a button or a link. */
  action?: ReactNode;
}

/** Nothing here: a drawing, why, and one way on. */
export function EmptyState({ title, heading: Heading = "h2", text, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Sunset />
      <Heading className="empty__t">{title}</Heading>
      {text && <p className="muted">{text}</p>}
      {action}
    </div>
  );
}
