import { PreviewCard } from "@base-ui/react/preview-card";
import type { ReactElement, ReactNode } from "react";

type HoverPanelProps = {
  /** The link it belongs to; the page behind the link must tell the same, for a panel is for pointers and focus only. */
  trigger: ReactElement<Record<string, unknown>>;
  align?: "start" | "center" | "end";
  /** Nothing opens while there is nothing to show. */
  disabled?: boolean;
  /** Its face, laid over the floating panel's. */
  className?: string;
  children: ReactNode;
};

/** A panel under a link while a pointer rests on it or it has the focus. Escape closes it. */
export function HoverPanel({ trigger, align = "end", disabled = false, className, children }: HoverPanelProps) {
  if (disabled) return trigger;
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger render={trigger} delay={80} closeDelay={160} />
      <PreviewCard.Portal>
        <PreviewCard.Positioner className="float-at" side="bottom" align={align} sideOffset={8} collisionPadding={16}>
          <PreviewCard.Popup className={["float", className].filter(Boolean).join(" ")}>{children}</PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
