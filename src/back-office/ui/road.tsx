/** Progress bar drawn as a road. */
export const Road = ({ done, all, label }: { done: number; all: number; label: string }) => (
  <div className="road" role="img" aria-label={label}>
    <i className="road__paint" style={{ width: `${Math.round((100 * done) / all)}%` }} />
  </div>
);
