/** A time as text, relative if it is recent; the exact time is shown as a tooltip. */
export interface SpokenMoment {
  /** Time in ISO 8601. */
  iso: string;
  words: string;
  exact: string;
}

export const Moment = ({ iso, words, exact }: SpokenMoment) => (
  <time className="moment" dateTime={iso} title={exact}>
    {words}
  </time>
);
