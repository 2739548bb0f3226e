import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Column } from "@react-email/column";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { type CSSProperties, Fragment, type ReactNode } from "react";
import type { Settings } from "./settings";

// Mail programs support neither style sheets nor custom properties, so the colors of theme.css are literals here.
const coal = "#0c0b0a";
const soot = "#151311";
const seam = "#38332c";
const bone = "#ede7db";
const dust = "#aaa193";
const rust = "#d4572a";
const ember = "#f07a48";
const plate = "#5b5349";

// Few devices have Barlow Condensed; these are narrow faces of iOS and macOS, Windows, Android and Linux. Of a family with several
// widths, `fontStretch` takes the narrow one.
const sign =
  "'Barlow Condensed', 'DIN Condensed', 'Avenir Next Condensed', 'Bahnschrift Condensed', Bahnschrift, 'Roboto Condensed', sans-serif-condensed, 'Arial Narrow', 'Liberation Sans Narrow', Arial, sans-serif";
const plain = "Barlow, 'Helvetica Neue', Helvetica, Arial, sans-serif";

const lettering: CSSProperties = {
  fontFamily: sign,
  fontStretch: "condensed",
  fontWeight: 700,
  textTransform: "uppercase",
  margin: 0,
};
const reading: CSSProperties = { fontFamily: plain, fontSize: 16, lineHeight: "25px", color: bone, margin: "0 0 16px" };

interface LetterProps {
  /** Preview text, which mail programs show beside the subject. */
  preview: string;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
  children: ReactNode;
  /** Small print at the end, e.g. how to unsubscribe. */
  footer?: ReactNode;
  /** True for letters to the shop's own staff, which omit the support address and the shop's address. */
  isInternal?: boolean;
}

/** Layout of every letter: the shop's name above the content, sender and contact below it. */
export function Letter({ preview, settings, address, children, footer, isInternal = false }: LetterProps) {
  return (
    <Html lang="en" style={{ backgroundColor: coal }}>
      <Head>
        {/* Without it, iOS Mail lays a letter out 980 pixels wide and shrinks its words. */}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="supported-color-schemes" content="dark" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: coal, margin: 0, padding: 0 }}>
        <Container style={{ maxWidth: 600, padding: "20px 24px 40px" }}>
          <Section style={{ borderBottom: `4px solid ${rust}`, paddingBottom: 8 }}>
            <Row>
              <Column style={{ width: 54 }} data-only="screen">
                <Mark address={address} size={44} />
              </Column>
              <Column>
                <Link
                  href={address}
                  style={{ ...lettering, color: bone, fontSize: 30, letterSpacing: 2, lineHeight: "52px" }}
                >
                  {settings.shopName}
                </Link>
              </Column>
            </Row>
          </Section>
          {children}
          {!isInternal && (
            <>
              <Hr style={{ border: 0, borderTop: `1px solid ${seam}`, margin: "32px 0 20px" }} />
              <Small>
                Questions? Answer this letter or write to{" "}
                <Link href={`mailto:${settings.supportEmail}`} style={{ color: bone }}>
                  {settings.supportEmail}
                </Link>
                . We reply within {settings.replyWithin}.
              </Small>
            </>
          )}
          {footer && <Small>{footer}</Small>}
          {!isInternal && <Sender settings={settings} address={address} />}
        </Container>
      </Body>
    </Html>
  );
}

/** Mark of the brand; `size` in pixels. Its picture has an empty edge, which the margin takes off. */
const Mark = ({ address, size }: { address: string; size: number }) => (
  <img
    src={`${address}/apple-touch-icon.png`}
    alt=""
    width={size}
    height={size}
    style={{ display: "block", marginLeft: Math.round(-size / 7) }}
  />
);

/** Parts of a postal address that are longer may break anywhere. */
const LONGEST_PART = 30;

/** A postal address that breaks at its commas, so that no number is parted from its street. */
const AtCommas = ({ children }: { children: string }) =>
  children.split(/(?<=,) /).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && " "}
      {part.length > LONGEST_PART ? part : <span style={{ whiteSpace: "nowrap" }}>{part}</span>}
    </Fragment>
  ));

/** Sender at the end of a letter: mark, name and postal address of the shop. */
function Sender({ settings: { shopName, shopAddress }, address }: Pick<LetterProps, "settings" | "address">) {
  return (
    <Row style={{ marginTop: 24 }} data-text="line">
      <Column style={{ width: 44, verticalAlign: "top" }} data-only="screen">
        <Mark address={address} size={40} />
      </Column>
      <Column style={{ verticalAlign: "middle" }}>
        <Text
          style={{ ...lettering, color: bone, fontSize: 17, lineHeight: "20px", letterSpacing: 1 }}
          data-text="close"
        >
          {shopName}
        </Text>
        {shopAddress && (
          <Text style={{ ...reading, fontSize: 13, lineHeight: "20px", color: dust, margin: 0 }} data-text="close">
            <AtCommas>{shopAddress}</AtCommas>
          </Text>
        )}
      </Column>
    </Row>
  );
}

/** Title of a letter, styled as a road sign. */
export function LetterSign({ children, under }: { children: ReactNode; under?: ReactNode }) {
  return (
    <Section style={{ backgroundColor: bone, borderRadius: 8, padding: 5, margin: "28px 0", textAlign: "center" }}>
      <Row>
        <Column style={{ border: `2px solid ${coal}`, borderRadius: 5, padding: "24px 8px 20px" }}>
          <Heading as="h1" style={{ ...lettering, color: coal, fontSize: 40, lineHeight: "40px" }}>
            {children}
          </Heading>
          {under && (
            <Text style={{ fontFamily: plain, fontSize: 17, lineHeight: "24px", color: coal, margin: "8px 0 0" }}>
              {under}
            </Text>
          )}
        </Column>
      </Row>
    </Section>
  );
}

/** Heading inside a letter. */
export function LetterHead({ children }: { children: ReactNode }) {
  return (
    <Heading as="h2" style={{ ...lettering, color: bone, fontSize: 26, lineHeight: "28px", margin: "32px 0 10px" }}>
      {children}
    </Heading>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={reading}>{children}</Text>;
}

export function Small({ children }: { children: ReactNode }) {
  return (
    <Text style={{ ...reading, fontSize: 13, lineHeight: "20px", color: dust, margin: "0 0 8px" }}>{children}</Text>
  );
}

/** Link inside a sentence of a letter. */
export function LetterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={{ color: ember, textDecoration: "underline" }}>
      {children}
    </Link>
  );
}

/** Primary button of a letter. Even in Arial the longest delivered words of buttons take one line on a phone of 360 pixels. */
export function LetterButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: "24px 0" }} data-text="line">
      <Button
        href={href}
        style={{
          ...lettering,
          backgroundColor: bone,
          color: coal,
          fontSize: 17,
          letterSpacing: 0.5,
          lineHeight: "22px",
          padding: "14px 16px",
          textAlign: "center",
        }}
      >
        {children}
      </Button>
    </Section>
  );
}

/** Maximum length in characters of a code that fits on a phone in large type. */
const LARGE_CODE = 13;

/** Number or code in large type; a long one is smaller and may wrap, one of groups between these. */
export function LetterCode({ children }: { children: string }) {
  const size: CSSProperties =
    children.length > LARGE_CODE
      ? { fontSize: 20, lineHeight: "28px", letterSpacing: 1, wordBreak: "break-all", margin: "14px 12px" }
      : { fontSize: 34, lineHeight: "40px", letterSpacing: 2, margin: "14px 0" };
  const groups = children.split(/(?<=-)/);
  return (
    <Section style={{ backgroundColor: soot, border: `1px dashed ${rust}`, margin: "20px 0", textAlign: "center" }}>
      <Text style={{ ...lettering, color: bone, ...size, textWrap: "balance" }}>
        {groups.map((group, place) => (
          <Fragment key={place}>
            {/* A line does not break between a hyphen and a digit by itself. */}
            {place > 0 && <wbr />}
            {groups.length > 1 && group.length <= LARGE_CODE ? (
              <span style={{ whiteSpace: "nowrap" }}>{group}</span>
            ) : (
              group
            )}
          </Fragment>
        ))}
      </Text>
    </Section>
  );
}

/** Row with text on the left and an amount on the right, e.g. a total. */
export function LetterRow({ left, right, loud = false }: { left: ReactNode; right: ReactNode; loud?: boolean }) {
  const size: CSSProperties = loud
    ? { ...lettering, color: bone, fontSize: 26, lineHeight: "32px" }
    : { fontFamily: plain, color: dust, fontSize: 15, lineHeight: "28px", margin: 0 };
  const edge: CSSProperties = loud ? { borderTop: `1px solid ${seam}`, padding: "12px 0 4px" } : {};
  return (
    <Row style={{ marginTop: loud ? 8 : 0 }} data-text="row">
      <Column style={{ ...edge, verticalAlign: "top", whiteSpace: "nowrap" }} data-text="inline">
        <Text style={size} data-text="inline">
          {left}
        </Text>
      </Column>
      <Column align="right" style={{ ...edge, verticalAlign: "top", paddingLeft: 16 }} data-text="inline">
        <Text style={{ ...size, color: bone, textAlign: "right", overflowWrap: "anywhere" }} data-text="after-colon">
          {right}
        </Text>
      </Column>
    </Row>
  );
}

/** Rows with totals, shown below the order lines. */
export function LetterTotals({ children }: { children: ReactNode }) {
  return <Section style={{ borderTop: `1px solid ${seam}`, paddingTop: 8 }}>{children}</Section>;
}

interface LetterLineProps {
  name: string;
  /** Size, color and quantity as one text. */
  choice: string;
  /** Amount of the line; absent in letters without money. */
  price?: string;
  /** Note below the line, e.g. the reason of a return. */
  note?: string;
  /** Absolute URL of the picture. */
  picture?: string | undefined;
}

/** Product in a letter, with picture, name and price, below a separating line. */
export function LetterLine({ name, choice, price, note, picture }: LetterLineProps) {
  const small: CSSProperties = { fontFamily: plain, color: dust, fontSize: 14, lineHeight: "21px", margin: 0 };
  const large: CSSProperties = { ...lettering, color: bone, fontSize: 20, lineHeight: "24px", fontWeight: 600 };
  const cell: CSSProperties = { padding: "12px 0", verticalAlign: "top" };
  return (
    <Row style={{ borderTop: `1px solid ${seam}` }} data-text="line">
      {picture && (
        <Column style={{ ...cell, width: 80 }} data-only="screen">
          <img
            src={picture}
            alt={name}
            width={64}
            height={80}
            style={{
              ...small,
              display: "block",
              backgroundColor: plate,
              color: bone,
              fontSize: 11,
              lineHeight: "14px",
              objectFit: "contain",
            }}
          />
        </Column>
      )}
      <Column style={{ ...cell, paddingRight: 12 }}>
        <Text style={large} data-text="close">
          {name}
        </Text>
        <Text style={{ ...small, marginTop: 2 }} data-text="close">
          {choice}
        </Text>
        {note && (
          <Text style={{ ...small, color: bone, marginTop: 4 }} data-text="close">
            {note}
          </Text>
        )}
      </Column>
      {price && (
        <Column align="right" style={{ ...cell, whiteSpace: "nowrap" }}>
          <Text style={{ ...large, textAlign: "right" }} data-text="close">
            {price}
          </Text>
        </Column>
      )}
    </Row>
  );
}

/** Absolute URL of a picture for letters; undefined without a path. */
export const letterPicture = (path: string | null | undefined, address: string): string | undefined =>
  path ? (/^https?:/.test(path) ? path : `${address}/api${path}?width=160`) : undefined;
