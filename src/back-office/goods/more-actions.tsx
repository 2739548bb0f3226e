import { Link } from "react-router";
import { Section } from "../ui/section";
import { counted } from "../count-words";
import type { ProductScreen } from "./product-screen.server";

/** Links to the pages of further actions for a product. */
export function MoreActions({ screen: { id, styleWith, rights, status } }: { screen: ProductScreen }) {
  const mayChange = rights.includes("goods.change");
  const ways = [
    { to: "style-with", name: "Goes with", note: styleWith.length > 0 ? counted(styleWith.length, "product") : "none" },
    ...(rights.includes("log.read") ? [{ to: "history", name: "What changed", note: "" }] : []),
    ...(mayChange
      ? [
          { to: "status", name: statusWay[status], note: "can be undone" },
          { to: "copy", name: "Make a copy", note: "" },
        ]
      : []),
  ];
  return (
    <Section title="Also">
      <div className="acts">
        {ways.map(({ to, name, note }) => (
          <Link key={to} to={`/goods/${id}/${to}`}>
            {name} {note && <span className="dust small">{note}</span>}
          </Link>
        ))}
      </div>
    </Section>
  );
}

const statusWay = {
  published: "Put away, or plan it",
  draft: "Put away, or plan when it shows",
  archived: "Take it out again, or plan it",
};
