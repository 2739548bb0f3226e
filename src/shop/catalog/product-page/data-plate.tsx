import type { Fact } from "./product-facts";

/** Facts of a product, styled like the data plate on a motorcycle's frame. */
export function DataPlate({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <div className="vin">
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
