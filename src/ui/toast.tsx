import { createContext, use, useMemo, useState, type ComponentType, type ReactNode } from "react";
import { onFirstUse } from "./first-use";
import type { ToastLayerProps } from "./toast-layer";
import type { ToastKind, ToastOptions, ToastWords } from "./toast-text";

interface Say extends Record<ToastKind, (words: string, options?: ToastOptions) => void> {
  /** Loads the layer, for a form whose refusal has to be shown although the connection drops. */
  prepare(): void;
}

const ToastContext = createContext<Say | null>(null);

/** The toast layer's chunk, loaded on first use of the page. */
let layer: Promise<ComponentType<ToastLayerProps>> | undefined;
function loadLayer() {
  layer ??= import("./toast-layer").then(({ ToastLayer }) => ToastLayer);
  // The next toast loads it again.
  layer.catch(() => (layer = undefined));
  return layer;
}

interface ToastProviderProps {
  /** Milliseconds that a toast stays; longer while hovered or focused. */
  timeout?: number;
  children: ReactNode;
}

/** Shows the toasts of its children over the page. */
export function ToastProvider({ timeout = 5000, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<ToastWords[]>([]);
  const [loaded, setLoaded] = useState<{ Layer: ComponentType<ToastLayerProps> }>();
  const say = useMemo(() => {
    const show = () =>
      loadLayer().then(
        (Layer) => setLoaded((known) => known ?? { Layer }),
        () => undefined,
      );
    const by = (kind: ToastKind) => (words: string, options?: ToastOptions) => {
      setToasts((before) => [...before, { kind, words, ...options }]);
      void show();
    };
    // The live region must exist before its first toast to be read aloud.
    onFirstUse(show);
    return { success: by("success"), error: by("error"), info: by("info"), prepare: () => void show() };
  }, []);
  return (
    <ToastContext value={say}>
      {children}
      {loaded && <loaded.Layer toasts={toasts} timeout={timeout} />}
    </ToastContext>
  );
}

/** Shows a toast: `toast.success("Saved")`. The words are shown and read out exactly as given. */
export function useToast(): Say {
  const say = use(ToastContext);
  if (!say) throw new Error("Toasts need a ToastProvider around them.");
  return say;
}
