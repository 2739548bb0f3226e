/** Icons of the back office, on a 24 px grid with a 1.6 px stroke. All except close, plus and minus are shown beside a text. */
const glyphs = {
  today: <path d="M2.5 19.5h19M5 19.5l2.5-8h9l2.5 8M8 7.5a4 4 0 0 1 8 0" />,
  orders: <path d="m3 7.5 9-4.5 9 4.5v9L12 21l-9-4.5zM3 7.5l9 4.5 9-4.5M12 12v9" />,
  goods: <path d="M3.5 3.5h8l9 9-8 8-9-9zM8 8h.01" />,
  stock: <path d="M3.5 3v18M20.5 3v18M3.5 10.5h17M3.5 19h17M7 5.5h4.5v5H7zM13.5 14h4v5h-4z" />,
  settings: <path d="M3 7h10M19 7h2M13 4h6v6h-6zM3 17h2M11 17h10M5 14h6v6H5z" />,
  log: <path d="M5 3.5h14v17H5zM8.5 8h7M8.5 12h7M8.5 16h4" />,
  returns: <path d="M8 4.5 3.5 9 8 13.5M3.5 9H15a5.5 5.5 0 0 1 0 11H6" />,
  health: <path d="M3 12h4l2.5-7 5 14 2.5-7h4" />,
  person: <path d="M8 7.5a4 4 0 0 1 8 0 4 4 0 0 1-8 0zM4 21v-2a5 5 0 0 1 5-5h6a5 5 0 0 1 5 5v2" />,
  menu: <path d="M3 6.5h18M3 12h18M3 17.5h18" />,
  queue: <path d="M3 4.5h18v12h-9.5L7 20.5v-4H3zM7.5 9h9M7.5 12.5h6" />,
  letter: <path d="M3 5.5h18v13H3zM3.500 6.500l8.500 7 8.500-7" />,
  discount: <path d="M3.5 12.5 12 4h8v8l-8.5 8.5zM16 8h.01M9 15l6-4" />,
  words: <path d="M4 5.500h16M4 10h16M4 14.500h16M4 19h9" />,
  scan: <path d="M3 8V4h4M17 4h4v4M21 16v4h-4M7 20H3v-4M7 8.5v7M10.5 8.5v7M13.5 8.5v7M17 8.5v7" />,
  figures: <path d="M3 20.5h18M5 17v-5h3v5M10.500 17V5h3v12M16 17V9h3v8" />,
  less: <path d="M4 12h16" />,
  more: <path d="M12 4v16M4 12h16" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="12" r="4.5" />
      <path d="M12.5 12H21M17.5 12v4M21 12v3" />
    </>
  ),
  check: <path d="m4 12.5 5.5 5.5L20 6.5" />,
  close: <path d="m5 5 14 14M19 5 5 19" />,
  left: <path d="M20 12H5M11 6l-6 6 6 6" />,
};

export type IconName = keyof typeof glyphs;

interface IconProps {
  name: IconName;
  /** Accessible name; an icon without one is hidden from screen readers. */
  label?: string;
  size?: "small" | "regular";
}

/** An icon in the color of the surrounding text. */
export function Icon({ name, label, size = "regular" }: IconProps) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg viewBox="0 0 24 24" className={size === "small" ? "i i--s" : "i"} focusable="false" {...naming}>
      {glyphs[name]}
    </svg>
  );
}
