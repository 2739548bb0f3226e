/** Bar code of a number. The SVG is made by the server and contains no text. */
export const BarCode = ({ code, number }: { code: string; number: string }) => (
  <div
    className="bar-code"
    role="img"
    aria-label={`Bar code of ${number}`}
    dangerouslySetInnerHTML={{ __html: code }}
  />
);
