import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { ReminderBox } from "./reminders/reminder-box";
import { customerOf, type Fields } from "./checkout-fields";
import { useSection } from "./use-section";

interface MyInformationProps {
  fields: Fields;
  /** Whether the shop offers a reminder of an unfinished checkout. */
  hasReminder: boolean;
  onSaved: () => void;
}

/** Form of the first section: e-mail address and name. */
export function MyInformationForm({ fields, hasReminder, onSaved }: MyInformationProps) {
  const { form, field } = useSection("information", fields, onSaved);
  return (
    <form {...form}>
      <Field {...field("email")} label="Email" type="email" autoComplete="email" maxLength={254} required />
      {hasReminder && <ReminderBox />}
      <Field
        {...field("firstName")}
        label="First name"
        autoComplete="given-name"
        maxLength={100}
        className="c3"
        required
      />
      <Field
        {...field("lastName")}
        label="Last name"
        autoComplete="family-name"
        maxLength={100}
        className="c3"
        required
      />
      <div className="step__save">
        <Button type="submit" size="large">
          Save and continue
        </Button>
      </div>
    </form>
  );
}

/** Summary of the saved first section. */
export const MyInformationSummary = ({ fields }: { fields: Fields }) => (
  <>
    <b>{customerOf(fields).name}</b>
    <br />
    {fields.email}
  </>
);
