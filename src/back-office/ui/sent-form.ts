/** How a form stands between being typed into, sent and answered. */
interface SentForm {
  /** The form is on its way: its fields are no reason to ask. */
  onSubmit(): void;
  /** The answer where it was not saved: the form stays changed. */
  onAnswer(answer: unknown): void;
  /** Nothing is under way any more: where it still stands, it may be typed into again. */
  onIdle(): void;
  /** Whether it may not be left without a question; `differs` says whether something else stands in it than was shown. */
  isChanged(differs: () => boolean): boolean;
}

/** A form that was just shown. */
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
