import { useState } from "react";
import { IconButton } from "~/ui/icon-button";
import { Picture } from "~/ui/picture";
import type { HomeSection } from "./home-section";

type PartnersProps = Extract<HomeSection, { kind: "partners" }>;

/** Partners' logos in an endless moving row. */
export function Partners({ title, partners }: PartnersProps) {
  const [isPaused, setPaused] = useState(false);
  if (partners.length === 0) return null;

  const logos = (isCopy: boolean) =>
    partners.map(({ id, name, logo }) => (
      <li key={`${id}${isCopy}`} aria-hidden={isCopy || undefined}>
        {logo ? <Picture picture={logo} sizes="200px" alt={isCopy ? "" : name} eager={false} /> : <span>{name}</span>}
      </li>
    ));
  return (
    <section className={isPaused ? "partners is-paused" : "partners"} aria-label={title}>
      <h2>{title}</h2>
      <div className="partners__window">
        <ul>
          {logos(false)}
          {logos(true)}
        </ul>
      </div>
      <IconButton
        icon={isPaused ? "play" : "pause"}
        iconSize="small"
        label={isPaused ? "Play the logos" : "Pause the logos"}
        onClick={() => setPaused(!isPaused)}
      />
    </section>
  );
}
