import { Button } from "./button";
import { Dialog } from "./dialog";

/** Texts of the dialog: consequence of leaving, and the label of the button. */
export interface LeaveWords {
  text: string;
  leave: string;
}

interface Props {
  words?: LeaveWords | undefined;
  stay(): void;
  leave(): void;
}

/** Dialog shown before a member leaves a page with unsaved changes: stay or leave. */
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
