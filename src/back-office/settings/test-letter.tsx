import { WAITS_FOR_MAIL } from "../count-words";
import { Button } from "../ui/button";
import type { LetterOutcome } from "~/shop/members/mail-test-letter.server";

/** Button that sends a test letter to the member. It has its own `formAction`, because it is inside the settings form. */
export const TestLetter = ({ outcome, email }: { outcome: LetterOutcome | null; email: string }) => (
  <div className="field">
    <p className="label">Does mail leave?</p>
    <p>
      <Button formAction="/back-office/settings/mail/test" formNoValidate>
        Send me a letter
      </Button>
    </p>
    {outcome === "sent" && <p role="status">A letter to {email} has left.</p>}
    {outcome === "held" && (
      <p role="status">
        The letter to {email} was written. It {WAITS_FOR_MAIL}.
      </p>
    )}
    {outcome === "failed" && (
      <p className="field__error" role="alert">
        The letter to {email} did not leave: the mail server did not take it.
      </p>
    )}
    {outcome === "enough" && (
      <p className="field__error" role="alert">
        You had ten of these in the last hour. Look at the last one before you send another.
      </p>
    )}
    <p className="field__note">It goes to your own address. What you changed here is not saved by it.</p>
  </div>
);
