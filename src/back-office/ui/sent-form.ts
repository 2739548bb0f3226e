/** How a form stands between being typed into, sent and answered. */
interface SentForm {
  /** It is on its way: what stands in it is no reason to ask. */
  onSubmit(): void;
  /** What came back for it where it was not saved: it stays changed. */
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
