import { Toast as Base } from "@base-ui/react/toast";
import { createContext, use, useState, type ReactNode } from "react";
import { Icon, type IconName } from "./icon";

type Kind = "success" | "error" | "info";

const icons: Record<Kind, IconName> = { success: "check", error: "alert", info: "info" };
const isKind = (type: string | undefined): type is Kind => type !== undefined && type in icons;

/** Shows it for the provider's duration, or for one of its own in milliseconds. */
type Say = Record<Kind, (words: string, timeout?: number) => void>;

const ToastContext = createContext<Say | null>(null);

interface ToastProviderProps {
  /** How long a toast stays, in milliseconds; longer while it is hovered or focused. */
  timeout?: number;
  children: ReactNode;
}

/** Puts the toasts of everything inside it over the page. */
export function ToastProvider({ timeout = 5000, children }: ToastProviderProps) {
  const [{ manager, say }] = useState(() => {
    const manager = Base.createToastManager();
    const by = (type: Kind) => (title: string, timeout?: number) => void manager.add({ title, type, timeout });
    return { manager, say: { success: by("success"), error: by("error"), info: by("info") } };
  });
  return (
    <ToastContext value={say}>
      <Base.Provider timeout={timeout} toastManager={manager}>
        {children}
        <Base.Portal>
          <Base.Viewport className="toasts">
            <Toasts />
          </Base.Viewport>
        </Base.Portal>
      </Base.Provider>
    </ToastContext>
  );
}

/** Shows a toast: `toast.success("Saved")`. The words are shown and read out exactly as given. */
export function useToast(): Say {
  const say = use(ToastContext);
  if (!say) throw new Error("Toasts need a ToastProvider around them.");
  return say;
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => {
    const kind = isKind(toast.type) ? toast.type : "info";
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={["up", "right"]}
        className={kind === "error" ? "toast toast--bad" : "toast"}
        role={kind === "error" ? "alert" : "status"}
        aria-modal={undefined}
      >
        <Icon name={icons[kind]} />
        <span>{toast.title}</span>
      </Base.Root>
    );
  });
}
