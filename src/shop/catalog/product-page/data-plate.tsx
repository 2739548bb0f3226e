import type { Fact } from "./product-facts";

/** The facts of a product, as on the plate of a frame. */
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
