import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher } from "react-router";
import { useToast } from "~/ui/toast";
import type { FormResult } from "~/shop/form";

/**
 * Shows posted texts before the server has answered, newest first. A refused text is removed again with a toast, and `restore`
 * receives what was typed.
 */
export function useOptimisticPosts<T>(action: string, restore: (typed: Record<string, string>) => void) {
  const fetcher = useFetcher<FormResult>();
  const toast = useToast();
  const [posted, setPosted] = useState<T[]>([]);
  const refused = fetcher.state === "idle" && fetcher.data?.ok === false ? fetcher.data : undefined;
  const entries = refused ? posted.slice(1) : posted;
  const refuse = useEffectEvent((result: FormResult) => {
    if (result.ok) return;
    toast.error(result.message);
    restore(result.values);
  });
  useEffect(() => {
    if (refused) refuse(refused);
  }, [refused]);

  return {
    entries,
    post(entry: T, form: FormData) {
      setPosted([entry, ...entries]);
      void fetcher.submit(form, { method: "post", action });
    },
  };
}
