import { Form, type FormProps } from "react-router";
import { LeaveGuard } from "./leave-guard";
import { useChangedForm } from "./use-changed-form";

interface GuardedFormProps extends Omit<FormProps, "method" | "ref" | "onSubmit"> {
  /** Answer to a refused form: it stays changed. */
  answer?: unknown;
  /** The address whose dialogs leave the form as it is. */
  stays?: string;
}

/** A form that is sent by POST, and has the frame ask before its page is left with something typed into it. */
export function GuardedForm({ answer, stays, children, ...props }: GuardedFormProps) {
  const { element, isChanged, onSubmit } = useChangedForm(answer);
  return (
    <Form {...props} method="post" ref={element} onSubmit={onSubmit}>
      <LeaveGuard isChanged={isChanged} stays={stays} />
      {children}
    </Form>
  );
}
