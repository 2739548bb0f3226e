/** A moment in words, near or far as it is; its exact time is what a pointer that rests on it is shown. */
export interface SpokenMoment {
  /** As machines read it. */
  iso: string;
  words: string;
  exact: string;
}

export const Moment = ({ iso, words, exact }: SpokenMoment) => (
  <time className="moment" dateTime={iso} title={exact}>
    {words}
  </time>
);
