import type { newerDefaultLines } from "./newer-default.server";

/** Both texts of each field whose default is newer than the one that the shop's began from. */
export const BothTexts = ({ fields }: Pick<Awaited<ReturnType<typeof newerDefaultLines>>[number], "fields">) => (
  <ul>
    {fields.map(({ label, own, shipped }) => (
      <li key={label} className="versions__change">
        <span className="sub">{label}</span>
        <del className="old">{own}</del> <ins>{shipped}</ins>
      </li>
    ))}
  </ul>
);
