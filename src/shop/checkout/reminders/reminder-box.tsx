import { useStored } from "~/platform/browser-storage";
import { Checkbox } from "~/ui/checkbox-and-radio";
import { useToast } from "~/ui/toast";
import { newKey } from "../attempt-store";
import { progressStore } from "../checkout-store";

const tick = (reminder: string | undefined) => progressStore.change((progress) => ({ ...progress, reminder }));

/** Box by which a shopper wants one letter about a checkout that stays unfinished. Unticking it deletes what the shop keeps of it. */
export function ReminderBox() {
  const toast = useToast();
  const { reminder } = useStored(progressStore);
  async function end() {
    tick(undefined);
    try {
      await (await import("./tell-reminder")).endReminder(reminder);
    } catch {
      tick(reminder);
      toast.error("Your reminder still stands: we could not reach the shop. Please try again.");
    }
  }
  return (
    <Checkbox
      label="Send me a reminder if I don't finish"
      checked={reminder !== undefined}
      onChange={({ target }) => (target.checked ? tick(newKey()) : void end())}
    />
  );
}
