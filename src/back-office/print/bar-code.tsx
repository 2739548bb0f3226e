/** A number to scan. Its SVG is the server's own and holds no text. */
export const BarCode = ({ code, number }: { code: string; number: string }) => (
  <div
    className="bar-code"
    role="img"
    aria-label={`Bar code of ${number}`}
    dangerouslySetInnerHTML={{ __html: code }}
  />
);
