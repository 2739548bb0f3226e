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
  /** Accessible name, also shown as the heading unless headless. */
  title: string;
  /** Accessible name of the close button, by default "Close" and the title. Must contain "Close". */
  closeLabel?: string;
  /** Button that opens the layer. Without it, `open` controls the layer. */
  trigger?: ReactElement<Record<string, unknown>>;
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Element to focus after opening, in place of the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Whether to omit heading and close button, because the content includes them; it must then render a `CloseButton`. */
  headless?: boolean;
  /** CSS class, only for a headless layer. */
  className?: string;
  children: ReactNode;
}

/** Title id and close function of the surrounding layer. */
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

/**
 * Base of dialogs and drawers: modal, over a veil; closes on Escape, on a click on the veil, on following a link, and on
 * navigation.
 */
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
  // Mounted from the first opening on, so that closing is animated. After loading has failed, the next opening tries again.
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

/** Heading that gives the layer its accessible name. */
export const LayerTitle = ({ children }: { children: ReactNode }) => <h2 id={useLayer().titleId}>{children}</h2>;

/** Button that closes the surrounding dialog or drawer. Its accessible name must contain "Close". */
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
