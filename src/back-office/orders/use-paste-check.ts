import { useRef } from "react";
import { useFetcher } from "react-router";
import { newSubmission } from "../forms/sent-ids";
import type { LiveCheck } from "./orders-paste.server";

/** Milliseconds after the last key before the pasted or typed lines are checked. */
const PAUSE_MS = 400;

/** Checks the lines of the form with this key while typing; without script a button checks them. */
export function usePasteCheck(opening: string) {
  const { submit, data } = useFetcher<{ shown?: LiveCheck }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  return {
    check: data?.shown?.of === opening ? data.shown : undefined,
    stop,
    look(form: HTMLFormElement) {
      stop();
      timer.current = setTimeout(() => {
        if (!form.isConnected) return;
        const fields = new FormData(form);
        fields.set("intent", "typed");
        // A check is sent apart from the form, which keeps its id.
        fields.set("of", opening);
        fields.set("submission", newSubmission());
        void submit(fields, { method: "post", action: "/orders/paste" });
      }, PAUSE_MS);
    },
  };
}
