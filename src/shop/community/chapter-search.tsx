import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Field, SelectField } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { useForm } from "~/ui/use-form";
import type { Answer } from "../answer";
import type { PageTexts } from "../information/page";
import { limits } from "../limits";
import { complaintsBy } from "../submission";
import { TrapFields } from "../traps";
import { Search } from "./chapter";

interface ChapterSearchProps {
  texts: PageTexts<"community">["hero"]["form"];
  states: { code: string; name: string }[];
  answered: Answer | undefined;
  /** The code of the state that is shown. */
  chosen: string | undefined;
}

const complaints = complaintsBy(Search);

/** Finds the chapters of a state; with name and address it asks to join them. Spec §2.14, Decisions §4. */
export function ChapterSearch({ texts, states, answered, chosen = "" }: ChapterSearchProps) {
  const { errors, form } = useForm(complaints, answered);
  const isSending = useNavigation().state === "submitting";
  const typed = answered?.ok === false ? answered.values : {};
  const refusal = answered?.ok === false && Object.keys(answered.errors).length === 0 ? answered.message : undefined;
  return (
    <Form method="post" action="#chapters" className="chero__form" replace preventScrollReset {...form}>
      {refusal && <FormMessage kind="error">{refusal}</FormMessage>}
      <Field
        label={texts.name}
        name="name"
        autoComplete="name"
        maxLength={limits.text.name}
        defaultValue={typed.name}
        error={errors.name}
      />
      <Field
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={limits.text.email}
        hint="Leave both and you are on the list of the chapters you find."
        defaultValue={typed.email}
        error={errors.email}
      />
      <SelectField label={texts.state} name="state" required defaultValue={typed.state ?? chosen} error={errors.state}>
        <option value="">{texts.statePlaceholder}</option>
        {states.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TrapFields />
      <Button type="submit" wide busy={isSending}>
        {texts.button}
      </Button>
    </Form>
  );
}
