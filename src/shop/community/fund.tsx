import { GoLink } from "~/ui/go-link";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import type { Picture as Pictured } from "~/shop/picture";
import type { PageTexts } from "~/shop/texts/page-texts";

interface FundProps {
  texts: PageTexts<"community">["donation"];
  picture: Pictured | null;
}

/** The riders' fund: a text, a link to donate on another site, and further links. */
export function Fund({ texts: donation, picture }: FundProps) {
  return (
    <section className="section wide fund" aria-labelledby="fund">
      <div className="fund__t">
        <div>
          <p className="fund__kick">{donation.kicker}</p>
          <h2 id="fund">{donation.heading}</h2>
        </div>
        {donation.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <a className="btn btn--rust" href={donation.button.href} target="_blank" rel="noopener noreferrer">
          {donation.button.label}
          <Icon name="right" label="(opens another site)" />
        </a>
      </div>
      {picture && <Picture picture={picture} sizes="(width >= 64rem) 50vw, 100vw" className="fund__photo" />}
      <ul className="fund__ways">
        {donation.links.map(({ label, href, text }) => (
          <li key={label}>
            <p>{text}</p>
            <GoLink to={href}>{label}</GoLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
