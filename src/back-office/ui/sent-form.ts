/** State of a form: edited, sent, or answered. */
interface SentForm {
  /** Called when the form is sent: its fields no longer count as changed. */
  onSubmit(): void;
  /**
   * Called with the answer to the form: an answer means that the save was refused, so that the form still counts as changed;
   * undefined means that it was not refused.
   */
  onAnswer(answer: unknown): void;
  /** Called when navigation has ended: a form that is still shown can count as changed again. */
  onIdle(): void;
  /**
   * Whether the member has to confirm leaving the page; `differs` returns whether the fields differ from the values shown at
   * first.
   */
  isChanged(differs: () => boolean): boolean;
}

/** Creates the state of a form that was just shown. */
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
