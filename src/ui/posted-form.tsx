import { type ReactNode, useId } from "react";
import { Form, type FormProps, useNavigation } from "react-router";
import { Button } from "./button";
import { FormMessage } from "./form-message";
import { type LoadCheck, useForm } from "./use-form";

/** Answer of the server: success, or the typed values with errors. */
type Answered =
  | { ok: true }
  | { ok: false; values: Record<string, string>; errors: Record<string, string>; message: string }
  | undefined;

interface PostedFormProps extends Pick<FormProps, "className" | "preventScrollReset"> {
  /** URL of the action. It must not contain the page's own query parameters, which the action may not accept. */
  action: string;
  /** Loads the validation that runs in the browser before sending. */
  complaints: LoadCheck;
  /** The server's latest answer. */
  answered: Answered;
  /** Label of the button. */
  button: string;
  /** Look of the button, if its act is not the main one of the page. */
  look?: "line";
  /** Whether the button is as wide as the form. */
  wide?: boolean;
  /** Renders the fields with the typed values and errors. */
  children: (typed: Record<string, string | undefined>, errors: Record<string, string | undefined>) => ReactNode;
}

/**
 * A form that works with and without script: errors are shown at the fields, other refusals above the form, and typed values are
 * kept.
 */
export function PostedForm({ complaints, answered, button, look, wide = false, children, ...form }: PostedFormProps) {
  const { errors, form: checked } = useForm(complaints, answered);
  const id = useId();
  const { formMethod, location } = useNavigation();
  // Only the form that was sent is busy, not another one of the page.
  const isSending = formMethod === "POST" && (location?.state as unknown) === id;
  const declined = answered?.ok === false ? answered : undefined;
  const submit = (
    <Button type="submit" {...(look && { look })} wide={wide} busy={isSending}>
      {button}
    </Button>
  );
  return (
    <Form method="post" replace state={id} {...form} {...checked}>
      {declined && Object.keys(declined.errors).length === 0 && (
        <FormMessage kind="error">{declined.message}</FormMessage>
      )}
      {children(declined?.values ?? {}, errors)}
      {wide ? submit : <div>{submit}</div>}
    </Form>
  );
}
