import type { Seen } from "~/shop/catalog/editing/open-product.server";

interface HiddenFormProps {
  submission: string;
  seen: Seen;
  typed: Record<string, string>;
}

/** A product's form without its fields: what was typed and would be saved. */
export const HiddenForm = ({ submission, seen, typed }: HiddenFormProps) => (
  <>
    <input type="hidden" name="submission" value={submission} />
    <input type="hidden" name="seen" value={JSON.stringify(seen)} />
    {Object.entries(typed).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
);
