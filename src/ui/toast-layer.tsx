import { Toast as Base } from "@base-ui/react/toast";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "./icon";
import type { ToastKind, ToastLink, ToastWords } from "./toast-text";

const icons: Record<ToastKind, IconName> = { success: "check", error: "alert", info: "info" };
const isKind = (type: string | undefined): type is ToastKind => type !== undefined && type in icons;

export interface ToastLayerProps {
  /** All toasts, newest last; toasts that are not shown yet are added to the visible ones. */
  toasts: ToastWords[];
  timeout: number;
}

/** Shows toasts over the page; loaded on demand. */
export function ToastLayer({ toasts, timeout }: ToastLayerProps) {
  const [manager] = useState(() => Base.createToastManager<ToastLink>());
  const shown = useRef(0);
  useEffect(() => {
    for (const { kind, words, timeout: own, link } of toasts.slice(shown.current))
      manager.add({ title: words, type: kind, timeout: own, ...(link && { data: link }) });
    shown.current = toasts.length;
  }, [toasts, manager]);
  return (
    <Base.Provider timeout={timeout} toastManager={manager}>
      <Base.Portal>
        <Base.Viewport className="toasts">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts, close } = Base.useToastManager<ToastLink>();
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
        {toast.data && (
          <Link className="toast__link" to={toast.data.to} onClick={() => close(toast.id)}>
            {toast.data.words}
          </Link>
        )}
      </Base.Root>
    );
  });
}
