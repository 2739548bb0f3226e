import { Button } from "./button";
import { Dialog } from "./dialog";

/** Words about the consequence of leaving, and its button's label. */
export interface LeaveWords {
  text: string;
  leave: string;
}

interface Props {
  words?: LeaveWords | undefined;
  stay(): void;
  leave(): void;
}

/** Dialog with two buttons, shown before a page with unsaved changes is left. */
export default function LeaveDialog({ words, stay, leave }: Props) {
  return (
    <Dialog title="You have changes that are not saved" open onOpenChange={stay}>
      <p>{words?.text ?? "If you leave now, what you typed is gone."}</p>
      <p className="dialog__acts">
        <Button type="button" look="main" fit onClick={stay}>
          Stay here
        </Button>
        <Button type="button" onClick={leave}>
          {words?.leave ?? "Leave without saving"}
        </Button>
      </p>
    </Dialog>
  );
}
