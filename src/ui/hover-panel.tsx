import { PreviewCard } from "@base-ui/react/preview-card";
import { useRef, type MouseEvent, type ReactElement, type ReactNode } from "react";
import { leavesPage } from "./leaving";

interface HoverPanelProps {
  /** The link it belongs to; its page must show the same, for the panel opens on hover and focus only. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Its name: it is a place of its own beside the page. */
  name: string;
  align?: "start" | "center" | "end";
  /** Nothing opens while there is nothing to show. */
  disabled?: boolean;
  /** Its face, laid over the floating panel's. */
  className?: string;
  children: ReactNode;
}

/** A panel under a link while a pointer rests on it or it has the focus. Escape closes it, and so does following the link. */
export function HoverPanel({ trigger, name, align = "end", disabled = false, className, children }: HoverPanelProps) {
  const actions = useRef<PreviewCard.Root.Actions>(null);
  if (disabled) return trigger;
  const leave = (event: MouseEvent) => leavesPage(event) && actions.current?.close();
  return (
    <PreviewCard.Root actionsRef={actions}>
      <PreviewCard.Trigger render={trigger} delay={80} closeDelay={160} onClick={leave} />
      <PreviewCard.Portal>
        <PreviewCard.Positioner className="float-at" side="bottom" align={align} sideOffset={8} collisionPadding={16}>
          <PreviewCard.Popup
            render={<section aria-label={name} />}
            className={["float", className].filter(Boolean).join(" ")}
            onClick={leave}
          >
            {children}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
