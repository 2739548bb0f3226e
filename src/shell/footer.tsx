import { memo } from "react";
import { Link } from "react-router";
import { WaysToPay } from "~/shop/bag/ways-to-pay";
import { Select } from "~/ui/select";
import type { FrameContent } from "./frame-content";
import { SocialLinks } from "./social-links";
import { SubscribeForm } from "./subscribe-form";

/** Footer of every page except those on which shoppers pay: newsletter, menus, language and country, payment methods. */
export const Footer = memo(function Footer({ content: { footer, menus, settings } }: { content: FrameContent }) {
  return <Foot footer={footer} columns={menus.footer} social={settings.social} />;
});

interface FootProps {
  footer: FrameContent["footer"];
  columns: FrameContent["menus"]["footer"];
  social: FrameContent["settings"]["social"];
}

function Foot({ footer, columns, social }: FootProps) {
  const { newsletter } = footer;
  const [first = "", ...rest] = footer.tagline.split(/(?<=\.) /);
  return (
    <footer id="footer" tabIndex={-1}>
      <section className="list topo" aria-labelledby="newsletter">
        <div className="wide list__in">
          <h2 id="newsletter">{newsletter.heading}</h2>
          <SubscribeForm texts={newsletter} look="row" />
        </div>
      </section>
      <div className="foot">
        <div className="wide foot__cols">
          <FooterMenu columns={columns} />
        </div>
        <div className="wide foot__sign">
          <p>
            <span>{first}</span> <span>{rest.join(" ")}</span>
          </p>
        </div>
        <div className="wide foot__base">
          <div className="foot__tools">
            <Select label="Language" options={footer.languages.map(({ code, label }) => ({ value: code, label }))} />
            <Select label="Country" options={footer.countries.map(({ code, label }) => ({ value: code, label }))} />
          </div>
          <WaysToPay />
          <SocialLinks social={social} className="foot__social" />
          <p>{footer.copyright}</p>
        </div>
      </div>
    </footer>
  );
}

const FooterMenu = ({ columns }: { columns: FrameContent["menus"]["footer"] }) =>
  columns.map(({ heading, links }) => (
    <nav key={heading} aria-label={heading}>
      <h2>{heading}</h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <Link to={href} prefetch="intent">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  ));
