import type { ReactNode } from "react";
import { Sunset } from "./drawings";

interface EmptyStateProps {
  title: string;
  /** Level of the title; `h1` if the page has no other content. */
  heading?: "h1" | "h2" | "h3";
  text?: ReactNode;
  /** Button or link for the next step. */
  action?: ReactNode;
}

/** Shown in place of an empty list: a drawing, the reason, and a link. */
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
