import { Dialog } from "../ui/dialog";
import { KeysList } from "../ui/keys-list";
import type { Place } from "../ui/shell";
import { keyGroups } from "./key-groups";

/** Dialog with all keyboard shortcuts, opened by `?`. */
export default function KeysDialog({ places, close }: { places: Place[][]; close(): void }) {
  return (
    <Dialog title="Keys" open onOpenChange={close}>
      <KeysList groups={keyGroups(places)} />
    </Dialog>
  );
}
