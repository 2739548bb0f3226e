import type { ReactNode } from "react";
import { Form, type FormProps, useNavigation } from "react-router";
import { Button } from "./button";
import { FormMessage } from "./form-message";
import { type LoadCheck, useForm } from "./use-form";

/** The server's result: all is well, or what was typed with its errors. */
type Answered =
  | { ok: true }
  | { ok: false; values: Record<string, string>; errors: Record<string, string>; message: string }
  | undefined;

interface PostedFormProps extends Pick<FormProps, "className" | "preventScrollReset"> {
  /** The action's address; not the page's own, whose query may hold parameters unknown to the action. */
  action: string;
  /** Complaints that the browser makes by itself, before anything is sent. */
  complaints: LoadCheck;
  /** The server's last result. */
  answered: Answered;
  /** The words of its button. */
  button: string;
  /** The button as wide as the form. */
  wide?: boolean;
  /** Its fields, from what was typed before and what is wrong with it. */
  children: (typed: Record<string, string | undefined>, errors: Record<string, string | undefined>) => ReactNode;
}

/**
 * A form that its page answers, with script or without: complaints stand beside their fields, a refusal that is about none of
 * them above all, and what was typed is still there.
 */
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
