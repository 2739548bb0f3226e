/** Mark of a sample or test order, shown wherever its number is; nothing for an empty text. */
export const KindMark = ({ children }: { children: string }) =>
  children && (
    <>
      {" "}
      <span className="kind-mark">{children}</span>
    </>
  );
