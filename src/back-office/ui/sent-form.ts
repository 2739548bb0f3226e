/** State of a form: edited, sent, or answered. */
interface SentForm {
  /** The form was sent: its fields no longer count as changed. */
  onSubmit(): void;
  /** The save was refused: the form still counts as changed. */
  onAnswer(answer: unknown): void;
  /** Navigation has ended: a form that is still shown can be changed again. */
  onIdle(): void;
  /** Whether leaving the page has to be confirmed; `differs` tells whether the fields differ from the shown values. */
  isChanged(differs: () => boolean): boolean;
}

/** State of a form that was just shown. */
export function sentForm(): SentForm {
  let isLeaving = false;
  let isRefused = false;
  return {
    onSubmit: () => {
      isLeaving = true;
    },
    onAnswer: (answer) => {
      isRefused = Boolean(answer);
      if (answer) isLeaving = false;
    },
    onIdle: () => {
      isLeaving = false;
    },
    isChanged: (differs) => !isLeaving && (isRefused || differs()),
  };
}
