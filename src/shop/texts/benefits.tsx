import { Link } from "react-router";
import { byName } from "~/platform/by-name";
import { Icon, type IconName } from "~/ui/icon";

interface Benefit {
  icon: string;
  title: string;
  text: string;
  href?: string;
}

/** Icons that a merchant may choose for a benefit, by name. */
const SIGNS = byName<IconName>({
  truck: "truck",
  return: "return",
  card: "card",
  pin: "pin",
  clock: "clock",
  lock: "lock",
  globe: "globe",
});

/** Strip with the shop's benefits. */
export function Benefits({ benefits, label = "Why shop here" }: { benefits: Benefit[]; label?: string }) {
  return (
    <section className="section benefits" aria-label={label}>
      {benefits.map(({ icon, title, text, href }) => (
        <div className="benefit" key={title}>
          <Icon name={SIGNS[icon] ?? "check"} />
          <h3>{href ? <Link to={href}>{title}</Link> : title}</h3>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}
