import { Dialog as Base } from "@base-ui/react/dialog";
import { useRef, type ReactElement, type ReactNode, type RefObject } from "react";
import { Icon } from "./icon";
import { ClosesElsewhere, leavesPage } from "./leaving";

export interface LayerProps {
  /** The name of the layer and, unless it is headless, its heading. */
  title: string;
  /** The name of its close control, "Close" and the title by default; must contain "Close". */
  closeLabel?: string;
  /** The button that opens it. Without one, `open` decides. */
  trigger?: ReactElement<Record<string, unknown>>;
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** What gets the focus on opening instead of the first thing that can. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** No visible heading and no close control of its own: the content brings both, the latter as `CloseButton`. */
  headless?: boolean;
  /** The face of a headless layer. */
  className?: string;
  children: ReactNode;
}

/**
 * What dialogs and drawers have in common: modal, on a veil, closed by Escape, the veil, a link that is followed, or another
 * address.
 */
export function Layer(props: LayerProps & { veil: string; view: string; face: string }) {
  const { title, trigger, open, defaultOpen, onOpenChange, initialFocus, veil, view, face, children } = props;
  const actions = useRef<Base.Root.Actions>(null);
  return (
    <Base.Root
      open={open}
      defaultOpen={defaultOpen}
      onOpenChange={(isOpen) => onOpenChange?.(isOpen)}
      actionsRef={actions}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={veil} />
        <Base.Viewport className={view}>
          <Base.Popup
            className={face}
            initialFocus={initialFocus}
            onClick={(event) => leavesPage(event) && actions.current?.close()}
          >
            <ClosesElsewhere close={() => actions.current?.close()} />
            {props.headless && <Base.Title className="vh">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The heading that names the layer around it. */
export const LayerTitle = ({ children }: { children: ReactNode }) => <Base.Title>{children}</Base.Title>;

/** Closes the dialog or drawer around it. Its name must contain "Close". */
export function CloseButton({ label, className }: { label: string; className?: string }) {
  return (
    <Base.Close className={["icon-btn", className].filter(Boolean).join(" ")} aria-label={label}>
      <Icon name="close" />
    </Base.Close>
  );
}
