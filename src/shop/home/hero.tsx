import { type CSSProperties, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { ButtonLink } from "~/ui/button";
import { eagerDecoding, preloadSource, sourcesOf } from "~/ui/picture";
import { signWidth } from "~/ui/sign-width";
import type { HeroSection } from "./home-section";

interface HeroProps extends Pick<HeroSection, "texts" | "wide" | "tall"> {
  /** The shop's menu, shown beside the hero on wide screens. */
  menu?: ReactNode;
}

/** Hero of the home page; each line of its title is as wide as the column. */
export function Hero({ texts: { kicker, title, highlight, href, text, buttons }, wide, tall, menu }: HeroProps) {
  const [first = "", ...others] = title.split(" ");
  const rest = others.join(" ");
  const widths = {
    "--w1": signWidth(first),
    "--w2": signWidth(rest || first),
    "--w12": signWidth(title),
    "--w3": signWidth(highlight),
  } as CSSProperties;

  return (
    <section id="hero" className="hero hero--menu scene above" aria-label={title}>
      <HeroPhoto wide={wide} tall={tall} />
      {menu}
      <div className="hero__in">
        <p className="hero__kick">{kicker}</p>
        <div className="hero__type">
          <h1 style={widths}>
            <Lettering to={href}>
              <span className="top">
                <span className="l1">{first}</span> <span className="l2">{rest}</span>
              </span>{" "}
              <span className="l3">{highlight}</span>
            </Lettering>
          </h1>
        </div>
        <div className="hero__foot">
          <p>{text}</p>
          <div className="hero__btns">
            {buttons.map(({ label, href }, index) => (
              <ButtonLink key={href} to={href} size="large" look={index === 0 ? "solid" : "line"}>
                {label}
              </ButtonLink>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

/** The lettering as a link to what it promises; without a link where the promise has no page. */
const Lettering = ({ to, children }: { to: string; children: ReactNode }) =>
  to ? (
    <Link className="hero__link" to={to}>
      {children}
    </Link>
  ) : (
    <>{children}</>
  );

const WIDE_SCREENS = "(width >= 64rem)";
const WIDE_SIZES = "113vw";
const TALL_SIZES = "(width >= 768px) 100vw, 82vw";

/** A photograph in two crops; the browser loads only the one that it displays. */
function HeroPhoto({ wide, tall }: Pick<HeroProps, "wide" | "tall">) {
  const [decoding] = useState(eagerDecoding);
  if (!wide || !tall) return null;
  preloadSource(wide, WIDE_SIZES, WIDE_SCREENS);
  preloadSource(tall, TALL_SIZES, "(width < 64rem)");
  return (
    <picture>
      {(["avif", "webp"] as const).map((format) => (
        <source
          key={`wide-${format}`}
          media={WIDE_SCREENS}
          type={`image/${format}`}
          srcSet={sourcesOf(wide, format)}
          sizes={WIDE_SIZES}
          width={wide.width}
          height={wide.height}
        />
      ))}
      {(["avif", "webp"] as const).map((format) => (
        <source key={`tall-${format}`} type={`image/${format}`} srcSet={sourcesOf(tall, format)} sizes={TALL_SIZES} />
      ))}
      <img
        className="scene__photo hero__photo"
        src={`/api${tall.path}`}
        width={tall.width}
        height={tall.height}
        alt={tall.alt}
        fetchPriority="high"
        decoding={decoding}
      />
    </picture>
  );
}
