import type { ReactNode } from "react";
import { Form, type FormProps, useNavigation } from "react-router";
import { Button } from "./button";
import { FormMessage } from "./form-message";
import { type LoadCheck, useForm } from "./use-form";

/** Result of the server: success, or the typed values with errors. */
type Answered =
  | { ok: true }
  | { ok: false; values: Record<string, string>; errors: Record<string, string>; message: string }
  | undefined;

interface PostedFormProps extends Pick<FormProps, "className" | "preventScrollReset"> {
  /** Address of the action; not the page's own, whose parameters the action may not know. */
  action: string;
  /** Validation in the browser before sending. */
  complaints: LoadCheck;
  /** The server's latest result. */
  answered: Answered;
  /** Label of the button. */
  button: string;
  /** Button as wide as the form. */
  wide?: boolean;
  /** Draws the fields with typed values and errors. */
  children: (typed: Record<string, string | undefined>, errors: Record<string, string | undefined>) => ReactNode;
}

/** A form with and without script: errors are shown beside fields, other refusals above, and typed values are kept. */
export function PostedForm({ complaints, answered, button, wide = false, children, ...form }: PostedFormProps) {
  const { errors, form: checked } = useForm(complaints, answered);
  const isSending = useNavigation().formMethod === "POST";
  const declined = answered?.ok === false ? answered : undefined;
  const submit = (
    <Button type="submit" wide={wide} busy={isSending}>
      {button}
    </Button>
  );
  return (
    <Form method="post" replace {...form} {...checked}>
      {declined && Object.keys(declined.errors).length === 0 && (
        <FormMessage kind="error">{declined.message}</FormMessage>
      )}
      {children(declined?.values ?? {}, errors)}
      {wide ? submit : <div>{submit}</div>}
    </Form>
  );
}
