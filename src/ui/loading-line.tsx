/** Stripe at the top of the window while the next page is loading. */
export const LoadingLine = ({ label }: { label: string }) => (
  <div className="loading-line" role="progressbar" aria-label={label} />
);
