/** Rating as stars, of five. */
export const Stars = ({ count }: { count: number }) => (
  <span className="stars" role="img" aria-label={`${count} of 5 stars`}>
    {[1, 2, 3, 4, 5].map((star) => (
      <svg key={star} viewBox="0 0 24 24" className={star > count ? "is-empty" : undefined} aria-hidden="true">
        <path d="m12 2 3 6.8 7.4.7-5.6 4.9 1.7 7.3L12 17.8l-6.5 3.9 1.7-7.3L1.6 9.5 9 8.8z" />
      </svg>
    ))}
  </span>
);
