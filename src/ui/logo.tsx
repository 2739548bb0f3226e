import { DRAWN_LETTERS, DRAWN_NAME, LOGO_LETTERS, LOGO_SIZE, MARK_RING, MARK_WHEEL } from "./logo-paths";

interface LogoProps {
  /** Name of the shop, beside the mark. */
  name: string;
  /** Whether the logo has an accessible name; false inside a link that has one. */
  isNamed?: boolean;
}

/** Width of one typeset letter with its space, in units of the SVG. */
const ADVANCE = 25;

/** The shop's mark and name; as high as the parent element. */
export function Logo({ name, isNamed = false }: LogoProps) {
  const words = name.trim();
  const isDrawn = words === DRAWN_NAME;
  const length = [...words].length * ADVANCE;
  const width = isDrawn ? LOGO_SIZE.width : LOGO_LETTERS.x + length;
  const naming = isNamed ? { role: "img", "aria-label": words } : { "aria-hidden": true };
  return (
    <svg
      viewBox={`0 0 ${width} ${LOGO_SIZE.height}`}
      preserveAspectRatio="xMinYMid meet"
      fill="currentColor"
      focusable="false"
      {...naming}
    >
      <path fillRule="evenodd" d={MARK_RING} />
      <path d={MARK_WHEEL} />
      {isDrawn ? <path fillRule="evenodd" d={DRAWN_LETTERS} /> : <Letters words={words} length={length} />}
    </svg>
  );
}

/** Letters stretched to a fixed width, so that the width does not depend on the loaded font. */
const Letters = ({ words, length }: { words: string; length: number }) => (
  <text
    className="logo__name"
    x={LOGO_LETTERS.x}
    y={LOGO_LETTERS.baseline}
    textLength={length}
    lengthAdjust="spacingAndGlyphs"
  >
    {words.toLocaleUpperCase("en-US")}
  </text>
);
