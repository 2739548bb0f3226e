/** Mark shown beside the number of a sample or test order; renders nothing for an empty text. */
export const KindMark = ({ children }: { children: string }) =>
  children && (
    <>
      {" "}
      <span className="kind-mark">{children}</span>
    </>
  );
