import {
  cloneElement,
  createContext,
  use,
  useId,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from "react";
import { Icon } from "./icon";
import { later } from "./later";
import type { LayerPartsProps } from "./layer-parts";

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
  /** Element that gets the focus on opening instead of the first one that can. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** No visible heading and no close control of its own: the content brings both, the latter as `CloseButton`. */
  headless?: boolean;
  /** The face of a headless layer. */
  className?: string;
  children: ReactNode;
}

/** The layer around a piece of content. */
const LayerContext = createContext<{ titleId: string; close: () => void } | null>(null);

function useLayer() {
  const layer = use(LayerContext);
  if (!layer) throw new Error("This stands in a layer only.");
  return layer;
}

const Parts = later<LayerPartsProps>(
  async () => (await import("./layer-parts")).LayerParts,
  ({ onMissing }) => onMissing(),
);

/** Common part of dialogs and drawers: modal, on a veil, closed by Escape, the veil, a link that is followed, or another address. */
export function Layer(props: LayerProps & { veil: string; view: string; face: string }) {
  const { title, trigger, open, defaultOpen = false, onOpenChange, initialFocus, veil, view, face, children } = props;
  const titleId = useId();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [own, setOwn] = useState(defaultOpen);
  const isOpen = open ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  const close = () => change(false);
  // Mounted from the first opening on, so that it can move away; where its parts could not be loaded, the next opening tries anew.
  const [wasOpened, setOpened] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);
  const giveUp = () => {
    setOpened(false);
    close();
  };
  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          ref: setButton,
          "aria-haspopup": "dialog",
          "aria-expanded": isOpen,
          onClick: () => change(!isOpen),
        })}
      {wasOpened && (
        <Parts
          {...{ isOpen, change, initialFocus, titleId, veil, view, face }}
          finalFocus={trigger ? () => button : undefined}
          onMissing={giveUp}
        >
          <LayerContext value={{ titleId, close }}>
            {props.headless && (
              <h2 className="vh" id={titleId}>
                {title}
              </h2>
            )}
            {children}
          </LayerContext>
        </Parts>
      )}
    </>
  );
}

/** The heading that names the layer around it. */
export const LayerTitle = ({ children }: { children: ReactNode }) => <h2 id={useLayer().titleId}>{children}</h2>;

/** Closes the dialog or drawer around it. Its name must contain "Close". */
export function CloseButton({ label, className }: { label: string; className?: string }) {
  const { close } = useLayer();
  return (
    <button
      type="button"
      className={["icon-btn", className].filter(Boolean).join(" ")}
      aria-label={label}
      onClick={close}
    >
      <Icon name="close" />
    </button>
  );
}
