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
  /** Accessible name and, unless headless, heading. */
  title: string;
  /** Accessible name of the close button, default "Close" and the title; must contain "Close". */
  closeLabel?: string;
  /** Button that opens it. Without one, `open` controls it. */
  trigger?: ReactElement<Record<string, unknown>>;
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Element to focus on opening instead of the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** No heading and close button: the content has both, the latter as `CloseButton`. */
  headless?: boolean;
  /** CSS class of a headless layer. */
  className?: string;
  children: ReactNode;
}

/** Layer around its content. */
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

/** Base of dialogs and drawers: modal, over a veil, closed by Escape, the veil, following a link, or navigation. */
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
  // Mounted from the first opening on, so that closing animates; after a loading failure the next opening tries again.
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

/** Heading that names the layer. */
export const LayerTitle = ({ children }: { children: ReactNode }) => <h2 id={useLayer().titleId}>{children}</h2>;

/** Closes the surrounding dialog or drawer. Its name must contain "Close". */
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
