/** Ten codes to print or copy. */
export const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <ol className="codes" aria-label="Recovery codes">
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </ol>
);
