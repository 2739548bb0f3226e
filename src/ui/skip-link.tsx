/** Skip link, the first tab stop of a page: moves to the element with the id `to`. */
export function SkipLink({ to = "main" }: { to?: string }) {
  return (
    <a className="skip" href={`#${to}`}>
      Skip to content
    </a>
  );
}
