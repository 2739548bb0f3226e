/** The page's first stop for a keyboard: past the frame, to the element with the id `to`. */
export function SkipLink({ to = "main" }: { to?: string }) {
  return (
    <a className="skip" href={`#${to}`}>
      Skip to content
    </a>
  );
}
