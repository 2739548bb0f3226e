import { createContext, use, useMemo, useState, type ComponentType, type ReactNode } from "react";
import { onFirstUse } from "./first-use";
import type { ToastLayerProps } from "./toast-layer";
import type { ToastKind, ToastOptions, ToastWords } from "./toast-text";

interface Say extends Record<ToastKind, (words: string, options?: ToastOptions) => void> {
  /** Loads the toast layer in advance, so that the refusal of a form can be shown even if the connection drops. */
  prepare(): void;
}

const ToastContext = createContext<Say | null>(null);

/** The code of the toast layer, loaded after the first interaction with the page. */
let layer: Promise<ComponentType<ToastLayerProps>> | undefined;
function loadLayer() {
  layer ??= import("./toast-layer").then(({ ToastLayer }) => ToastLayer);
  // After a failure, the next toast loads the code again.
  layer.catch(() => (layer = undefined));
  return layer;
}

/** Milliseconds for which a toast is shown, where the provider has no other `timeout`. */
const SHOWN_MS = 5000;

interface ToastProviderProps {
  /** Milliseconds for which a toast is shown; longer while it is hovered or focused. */
  timeout?: number;
  children: ReactNode;
}

/** Shows the toasts of the components inside it over the page. */
export function ToastProvider({ timeout = SHOWN_MS, children }: ToastProviderProps) {
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
    // Screen readers announce a toast only if the live region existed before it.
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

/** Returns functions that show a toast: `toast.success("Saved")`. The text is shown and announced unchanged. */
export function useToast(): Say {
  const say = use(ToastContext);
  if (!say) throw new Error("Toasts need a ToastProvider around them.");
  return say;
}
