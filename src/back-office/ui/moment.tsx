/** A moment in words, relative when recent; the exact time is a tooltip. */
export interface SpokenMoment {
  /** ISO 8601. */
  iso: string;
  words: string;
  exact: string;
}

export const Moment = ({ iso, words, exact }: SpokenMoment) => (
  <time className="moment" dateTime={iso} title={exact}>
    {words}
  </time>
);
