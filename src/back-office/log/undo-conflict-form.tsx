import { counted } from "../count-words";
import { WorkshopForm } from "../forms/workshop-form";
import { SaveFoot } from "../ui/save-foot";
import { Choice } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { KEEP, type Newer, type NewerForm } from "./undo-choices";

interface UndoConflictFormProps {
  newer: NewerForm;
  change?: string | undefined;
  submission: string;
}

/** Form that asks for each field with a newer change whether to keep the current value or to restore the old one. */
export const UndoConflictForm = ({
  newer: { fields, more, versions, isWhole },
  change,
  submission,
}: UndoConflictFormProps) => (
  <>
    <PageHead title="What changed" back={{ to: "/log", name: "What changed" }} />
    <WorkshopForm submission={submission}>
      <input type="hidden" name="versions" value={JSON.stringify(versions)} />
      {more > 0 && <input type="hidden" name="rest" value="theirs" />}
      {change !== undefined && <input type="hidden" name="change" value={change} />}
      <Notice title="Not taken back yet. Something newer stands there." isAnswer>
        <p>
          {isWhole
            ? "This goes back whole or not at all. Put back, what is newer of it is gone."
            : "Choose what is to stand."}
        </p>
      </Notice>
      <div className="choose">
        {fields.map(({ key, ...field }) =>
          isWhole ? (
            <Lost key={key} name={KEEP + key} {...field} />
          ) : (
            <Choices key={key} name={KEEP + key} {...field} />
          ),
        )}
      </div>
      {more > 0 && (
        <p className="dust">{`And ${counted(more, "more change")} with something newer over it: that stays as it stands.`}</p>
      )}
      <SaveFoot
        what="The log keeps all of it."
        back={{ to: "/log", name: "Leave it as it is" }}
        saves={isWhole ? "Put all of it back" : "Save this"}
      />
    </WorkshopForm>
  </>
);

type FieldProps = Omit<Newer, "key"> & { name: string };

/** Radio buttons with the two values of a field. */
const Choices = ({ name, what, before, now }: FieldProps) => (
  <div className="choose__row" role="radiogroup" aria-label={what}>
    <span className="choose__field">{what}</span>
    <div className="choose__side">
      <p>{now}</p>
      <Choice name={name} value="theirs" defaultChecked>
        Keep what stands now
      </Choice>
    </div>
    <div className="choose__side">
      <p>{before}</p>
      <Choice name={name} value="mine">
        Put this back
      </Choice>
    </div>
  </div>
);

/** Value of a field now and after the undo, for an act that is undone as a whole. */
const Lost = ({ name, what, before, now }: FieldProps) => (
  <div className="choose__row">
    <input type="hidden" name={name} value="mine" />
    <span className="choose__field">{what}</span>
    <p>{`Now ${now}`}</p>
    <p>{before && `Put back: ${before}`}</p>
  </div>
);
