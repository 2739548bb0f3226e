import type { ReactNode } from "react";
import { CloseButton, Layer, LayerTitle, type LayerProps } from "./layer";

type DrawerProps = LayerProps & {
  /** Edge from which the drawer slides in; "full" fills the window from the left. */
  side?: "right" | "full" | "bottom";
  /** Whether the body has no padding, because the content has its own. */
  flush?: boolean;
  /** Content that stays visible at the lower edge while the body scrolls. */
  footer?: ReactNode;
};

/**
 * A modal panel at an edge of the window: has an accessible name, traps the focus, prevents scrolling of the page, and restores
 * the focus when it closes.
 */
export function Drawer({ side = "right", flush = false, footer, className, children, ...layer }: DrawerProps) {
  const face = ["drawer", side !== "right" && `drawer--${side}`, flush && "drawer--flush", className];
  return (
    <Layer {...layer} veil="veil" view="drawer__view" face={face.filter(Boolean).join(" ")}>
      {layer.headless ? (
        children
      ) : (
        <>
          <div className="drawer__head">
            <LayerTitle>{layer.title}</LayerTitle>
            <CloseButton label={layer.closeLabel ?? `Close ${layer.title}`} />
          </div>
          <div className="drawer__body">{children}</div>
          {footer && <div className="drawer__foot">{footer}</div>}
        </>
      )}
    </Layer>
  );
}
