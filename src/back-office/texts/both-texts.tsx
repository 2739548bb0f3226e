import type { newerDefaultLines } from "./newer-default.server";

/** For each field whose default changed after the shop's text was written: the shop's text and the new default. */
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
