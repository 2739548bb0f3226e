import { useActionData } from "react-router";

/** Message beside the button of a form whose answer was lost. */
export const NOT_SAVED = "Not saved. Try again.";

/** Attribute that marks a button which can show the message. */
export const PRESS = "data-press";

interface Press {
  submission: string;
  button: string;
}

/** The button that sent a form last, and the form's id. Set in the browser only. */
let last: Press = { submission: "", button: "" };

/** Notes which button sends a form; a form sent by a key is sent by its main button. */
export function notePress(submission: string, form: HTMLFormElement, submitter: Element | null): void {
  const pressed = submitter?.getAttribute(PRESS);
  const main = [...form.elements].findLast((each) => each.matches(`.btn--main[${PRESS}]`));
  last = { submission, button: pressed ?? main?.getAttribute(PRESS) ?? "" };
}

/** Answer to the page's last sent form, as far as it is needed here. */
interface Answer {
  typed?: Record<string, string>;
  isLost?: boolean;
}

/** Id of the button beside which the page says that its form was not saved; undefined if there is none. */
export function useLostPress(): string | undefined {
  const answer = useActionData() as Answer | undefined;
  const isLast = answer?.isLost && answer.typed?.submission === last.submission;
  return isLast && last.button !== "" ? last.button : undefined;
}
