/** The shop's logo in the color of the surrounding text, hidden from screen readers. */
export function Mark() {
  return (
    <svg viewBox="0 0 64 64" fill="currentColor" aria-hidden="true" focusable="false">
      <path
        fillRule="evenodd"
        d="M1 32A31 31 0 1 0 63 32A31 31 0 1 0 1 32ZM6.79 32A25.21 25.21 0 1 0 57.21 32A25.21 25.21 0 1 0 6.79 32Z"
      />
      <path d="M6.58 35.31L6.99 32.41L10.82 31.17L14.85 29.31L18.15 19.19L19.6 17.74L42.95 17.74L44.4 19.19L47.71 29.11L53.18 31.17L57.01 32.41L57.42 35.31Z" />
      <path d="M30.47 36.84L48.29 53.06L51.36 49.99L33.53 33.77Z" />
      <path d="M29.83 35.31L29.83 58.25L34.17 58.25L34.17 35.31Z" />
      <path d="M30.47 33.77L12.64 49.99L15.71 53.06L33.53 36.84Z" />
      <path d="M25.59 35.31A6.41 6.41 0 0 0 38.41 35.31Z" />
    </svg>
  );
}
