import { Toast as Base } from "@base-ui/react/toast";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "./icon";
import { keepClear } from "./keep-clear";
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
  const viewport = useRef<HTMLDivElement>(null);
  const shown = useRef(0);
  useEffect(() => {
    for (const { kind, words, timeout: own, link } of toasts.slice(shown.current)) {
      // A success answers the messages before it, such as a request to choose a size.
      if (kind === "success") manager.close();
      manager.add({ title: words, type: kind, timeout: own, ...(link && { data: link }) });
    }
    shown.current = toasts.length;
  }, [toasts, manager]);
  return (
    <Base.Provider timeout={timeout} toastManager={manager}>
      <Base.Portal>
        <Base.Viewport className="toasts" ref={viewport} aria-live="off">
          <Toasts viewport={viewport} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts({ viewport }: { viewport: RefObject<HTMLDivElement | null> }) {
  const { toasts, close } = Base.useToastManager<ToastLink>();
  const count = toasts.length;
  // No layout effect: where the toasts come with their layer, it would run before the layer's element is known.
  useEffect(() => {
    return viewport.current && count > 0 ? keepClear(viewport.current) : undefined;
  }, [viewport, count]);
  // Two regions that are there before their toasts, and no role on the toasts themselves: a live region inside another is announced twice.
  const [errors, others] = [toasts.filter(isError), toasts.filter((toast) => !isError(toast))];
  return (
    <>
      <div role="alert" aria-atomic={false}>
        {errors.map((toast) => (
          <OneToast key={toast.id} toast={toast} close={close} />
        ))}
      </div>
      <div role="status" aria-atomic={false}>
        {others.map((toast) => (
          <OneToast key={toast.id} toast={toast} close={close} />
        ))}
      </div>
    </>
  );
}

type Shown = ReturnType<typeof Base.useToastManager<ToastLink>>["toasts"][number];

const isError = ({ type }: Shown): boolean => type === "error";

function OneToast({ toast, close }: { toast: Shown; close: (id: string) => void }) {
  const kind = isKind(toast.type) ? toast.type : "info";
  return (
    <Base.Root
      toast={toast}
      swipeDirection={["up", "right"]}
      className={kind === "error" ? "toast toast--bad" : "toast"}
      role="group"
      aria-modal={undefined}
    >
      <Icon name={icons[kind]} />
      <Base.Title render={<span />} />
      {toast.data && (
        <Link className="toast__link" to={toast.data.to} onClick={() => close(toast.id)}>
          {toast.data.words}
        </Link>
      )}
    </Base.Root>
  );
}
