interface LookProps {
  /** Address of the text's page in the back office. */
  here: string;
  /** Public address. */
  address: string;
  name: string;
  /** Draws the page anew after each save. */
  version: number;
  isDraft: boolean;
}

/** The real page with the saved draft, beside its fields: nothing in it can be used. */
export function Look({ here, address, name, version, isDraft }: LookProps) {
  const src = `/back-office${here.replace(/^\/words\//, "/words/look/")}`;
  return (
    <section className="look" aria-label="How it looks">
      <div className="look__bar">
        <h2>How it looks</h2>
        <a className="link" href={src} target="_blank" rel="noopener">
          In a window of its own
        </a>
      </div>
      <div className="look__page">
        <iframe
          key={version}
          src={`${src}?framed=1`}
          title={`${name}, as it would be`}
          tabIndex={-1}
          sandbox="allow-same-origin"
          loading="lazy"
        />
      </div>
      <p className="look__note">
        {isDraft ? "With the saved draft, seen by members only." : "As it is on the shop."}{" "}
        <a className="link" href={address} target="_blank" rel="noopener">
          Today&apos;s page
        </a>
      </p>
    </section>
  );
}
