import { SaveFoot } from "../ui/save-foot";
import { Conflict } from "../ui/conflict";
import type { FormAnswer } from "./form-answer";

interface ChooseProps {
  conflict: NonNullable<FormAnswer["conflict"]>;
  typed: Record<string, string>;
  /** Object whose keys are the names of the form's hidden fields. */
  own: object;
  thing: string;
  isSending: boolean;
}

/** Form after a conflict: the member chooses a value for each conflicting field; other fields are sent as typed. */
export const Choose = ({ conflict, typed, own, thing, isSending }: ChooseProps) => (
  <>
    <input type="hidden" name="mine" value={conflict.mine.join(" ")} />
    {Object.entries(typed)
      .filter(([name]) => !(name in own) && name !== "mine" && !name.startsWith("take:"))
      .map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    <Conflict thing={thing} {...conflict} />
    <SaveFoot
      what={'What is left out stays in "What changed" and can be taken back from there.'}
      back={{ to: ".", name: "Back to the form" }}
      busy={isSending}
      saves="Save this"
    />
  </>
);
