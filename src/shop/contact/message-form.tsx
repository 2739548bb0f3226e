import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Field, TextField } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { useForm } from "~/ui/use-form";
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
  const { errors, form } = useForm(complaints, answered);
  const isSending = useNavigation().formAction?.startsWith("/contact") ?? false;
  if (answered?.ok) return <FormMessage kind="success">{texts.success}</FormMessage>;

  const typed = answered?.values ?? {};
  const refusal = answered && Object.keys(answered.errors).length === 0 ? answered.message : undefined;
  return (
    <Form method="post" action="/contact#message" replace preventScrollReset {...form}>
      {refusal && <FormMessage kind="error">{refusal}</FormMessage>}
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
      <div>
        <Button type="submit" busy={isSending}>
          {texts.button}
        </Button>
      </div>
    </Form>
  );
}
