import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "./button";
import { Conflict, type ConflictProps } from "./conflict";

interface ConflictFormProps extends ConflictProps {
  /** The page of the form, to which the mixture is sent and a link leads back. */
  action: string;
  /** What was typed and seen, in hidden fields. */
  children: ReactNode;
}

/** A refused save: what both changed waits for a choice, and one button saves the mixture. */
export const ConflictForm = ({ action, children, ...conflict }: ConflictFormProps) => (
  <Form method="post" action={action}>
    {children}
    <Conflict {...conflict} />
    <div className="foot" role="region" aria-label="What will be saved">
      <p className="foot__what">What is left out stays in &quot;What changed&quot; and can be taken back from there.</p>
      <ButtonLink look="bare" to={action}>
        Back to the form
      </ButtonLink>
      <Button look="main" fit>
        Save this
      </Button>
    </div>
  </Form>
);
