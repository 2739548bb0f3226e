import { Field, TextField } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { PostedForm } from "~/ui/posted-form";
import type { Answer } from "../answer";
import type { PageTexts } from "../information/page";
import { limits } from "../limits";
import { complaintsBy } from "../submission";
import { TrapFields } from "../traps";
import { Message } from "./message";

interface MessageFormProps {
  texts: PageTexts<"contact">["form"];
  answered: Answer | undefined;
}

const complaints = complaintsBy(Message);

/** Writes to the shop. Spec §2.15, Decisions §4. */
export function MessageForm({ texts, answered }: MessageFormProps) {
  if (answered?.ok) return <FormMessage kind="success">{texts.success}</FormMessage>;
  return (
    <PostedForm
      action="/contact#message"
      preventScrollReset
      complaints={complaints}
      answered={answered}
      button={texts.button}
    >
      {(typed, errors) => (
        <>
          <Field
            className="half"
            label={texts.name}
            name="name"
            autoComplete="name"
            required
            maxLength={limits.text.name}
            defaultValue={typed.name}
            error={errors.name}
          />
          <Field
            className="half"
            label={texts.email}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={limits.text.email}
            defaultValue={typed.email}
            error={errors.email}
          />
          <TextField
            label={texts.message}
            name="message"
            rows={7}
            required
            maxLength={limits.text.message}
            defaultValue={typed.message}
            error={errors.message}
          />
          <TrapFields />
        </>
      )}
    </PostedForm>
  );
}
