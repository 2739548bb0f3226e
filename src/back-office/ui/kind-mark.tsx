/** The word that a sample or a test order bears wherever it is named; nothing where it is empty. */
export const KindMark = ({ children }: { children: string }) =>
  children && (
    <>
      {" "}
      <span className="kind-mark">{children}</span>
    </>
  );
