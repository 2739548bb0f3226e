interface LogoProps {
  /** Name of the shop, beside the mark. */
  name: string;
  /** Whether the logo has an accessible name; false inside a link that has one. */
  isNamed?: boolean;
}

/** The name for which drawn letters exist; any other name is typeset. */
const DRAWN_NAME = "Iron Mesa";
const DRAWN_WIDTH = 321;
/** Horizontal start of the letters, and the width of one letter with its space, in units of the SVG. */
const LETTERS = { x: 78, advance: 25 };

/** The shop's mark and name; as high as the parent element. */
export function Logo({ name, isNamed = false }: LogoProps) {
  const words = name.trim();
  const isDrawn = words === DRAWN_NAME;
  const length = [...words].length * LETTERS.advance;
  const width = isDrawn ? DRAWN_WIDTH : LETTERS.x + length;
  const naming = isNamed ? { role: "img", "aria-label": words } : { "aria-hidden": true };
  return (
    <svg
      viewBox={`0 0 ${width} 64`}
      preserveAspectRatio="xMinYMid meet"
      fill="currentColor"
      focusable="false"
      {...naming}
    >
      <path
        fillRule="evenodd"
        d="M2 32A30 30 0 1 0 62 32A30 30 0 1 0 2 32ZM7.2 32A24.8 24.8 0 1 0 56.8 32A24.8 24.8 0 1 0 7.2 32Z"
      />
      <path d="M7.4 35.2L7.8 32.4L11.5 31.2L15.4 29.4L18.6 19.6L20 18.2L42.6 18.2L44 19.6L47.2 29.2L52.5 31.2L56.2 32.4L56.6 35.2Z" />
      <path d="M31.32 36.37L52.46 47.47L53.81 45.13L32.67 34.03Z" />
      <path d="M30.83 35.88L43.03 55.1L45.37 53.75L33.17 34.53Z" />
      <path d="M30.65 35.2L30.65 57.4L33.35 57.4L33.35 35.2Z" />
      <path d="M30.83 34.53L18.63 53.75L20.97 55.1L33.17 35.88Z" />
      <path d="M31.32 34.03L10.19 45.13L11.54 47.47L32.67 36.37Z" />
      <path d="M25.8 35.2A6.2 6.2 0 0 0 38.2 35.2Z" />
      {isDrawn ? <DrawnLetters /> : <Letters words={words} length={length} />}
    </svg>
  );
}

/** Letters stretched to a fixed width, so that the width does not depend on the loaded font. */
const Letters = ({ words, length }: { words: string; length: number }) => (
  <text className="logo__name" x={LETTERS.x} y="50" textLength={length} lengthAdjust="spacingAndGlyphs">
    {words.toLocaleUpperCase("en-US")}
  </text>
);

const DrawnLetters = () => (
  <>
    <path fillRule="evenodd" transform="translate(78 14) scale(0.36)" d="M0 0H24V100H0Z" />
    <path
      fillRule="evenodd"
      transform="translate(91.32 14) scale(0.36)"
      d="M0 100V0H56L70 14V48L59 60L72 100H46L36 64H24V100ZM24 22V43H42L46 39V26L42 22Z"
    />
    <path
      fillRule="evenodd"
      transform="translate(121.92 14) scale(0.36)"
      d="M14 0H58L72 14V86L58 100H14L0 86V14ZM28 22L24 26V74L28 78H44L48 74V26L44 22Z"
    />
    <path
      fillRule="evenodd"
      transform="translate(152.52 14) scale(0.36)"
      d="M0 100V0H22L48 54V0H72V100H50L24 46V100Z"
    />
    <path
      fillRule="evenodd"
      transform="translate(199.68 14) scale(0.36)"
      d="M0 100V0H26L46 46L66 0H92V100H68V48L54 80H38L24 48V100Z"
    />
    <path fillRule="evenodd" transform="translate(237.48 14) scale(0.36)" d="M0 0H60V22H24V39H54V60H24V78H60V100H0Z" />
    <path
      fillRule="evenodd"
      transform="translate(263.76 14) scale(0.36)"
      d="M14 0H66V22H28L24 26V36L28 40H54L66 52V86L52 100H0V78H38L42 74V64L38 60H12L0 48V14Z"
    />
    <path
      fillRule="evenodd"
      transform="translate(292.2 14) scale(0.36)"
      d="M20 0H54L74 100H50L46 82H28L24 100H0ZM36 26L31 62H43L38 26Z"
    />
  </>
);
