import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Field } from "../ui/field";

interface RenameFormProps {
  /** The tab that is renamed. */
  of: { id: string; name: string; version: number };
  /** Number of texts under the tab: "7 questions". */
  note: string;
  submission: string;
  mayChange: boolean;
}

/** Form with the name of a tab, beside others of its kind; refusals are said above all of them. */
export function RenameForm({ of: { id, name, version }, note, submission, mayChange }: RenameFormProps) {
  return (
    <WorkshopForm
      name={`rename:${id}`}
      submission={submission}
      version={version}
      stored={{ name }}
      labels={{ name: "Name" }}
      isSaidAbove
    >
      {({ field, isSending }) => (
        <div className="tab-name">
          <input type="hidden" name="id" value={id} />
          <Field {...field("name")} label="Name" labelNote={note} disabled={!mayChange} autoComplete="off" />
          {mayChange && <Button busy={isSending}>Rename</Button>}
        </div>
      )}
    </WorkshopForm>
  );
}
