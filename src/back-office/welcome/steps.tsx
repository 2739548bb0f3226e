/** Progress of setting up an account: the current step and the number of steps. */
export const Steps = ({ at, of }: { at: number; of: number }) => (
  <ol className="way" aria-label={`Step ${at} of ${of}`}>
    {Array.from({ length: of }, (_, place) => (
      <li key={place} className={place + 1 < at ? "is-past" : place + 1 === at ? "is-now" : undefined} />
    ))}
  </ol>
);
