import { useEffect } from "react";
import { useStored } from "~/platform/browser-storage";
import { progressStore } from "../checkout-store";

/** While the box is offered and ticked, the shop is told of bag and e-mail address, also on other pages, until a page is loaded anew. */
export function useReminder(isOffered: boolean): void {
  const { reminder } = useStored(progressStore);
  useEffect(() => {
    if (isOffered && reminder) void import("./tell-reminder").then(({ tellReminder }) => tellReminder());
  }, [isOffered, reminder]);
}
