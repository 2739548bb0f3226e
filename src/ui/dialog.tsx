import { CloseButton, Layer, LayerTitle, type LayerProps } from "./layer";

type DialogProps = LayerProps & {
  /** Dark panel, regulatory sign, or without a style other than `className`. */
  look?: "panel" | "sign" | "bare";
  /** `full` fills the window. */
  size?: "regular" | "wide" | "full";
};

const faces = { panel: "modal", sign: "reg dialog", bare: "" };

/**
 * A modal dialog: has an accessible name, traps the focus, prevents scrolling of the page, and restores the focus when it closes.
 */
export function Dialog({ look = "panel", size = "regular", className, children, ...layer }: DialogProps) {
  const face = ["modal__in", faces[look], size !== "regular" && `modal--${size}`, className].filter(Boolean).join(" ");
  return (
    <Layer {...layer} veil="veil veil--dialog" view={`modal__view modal__view--${size}`} face={face}>
      {!layer.headless && <LayerTitle>{layer.title}</LayerTitle>}
      {children}
      {!layer.headless && <CloseButton label={layer.closeLabel ?? `Close ${layer.title}`} />}
    </Layer>
  );
}
