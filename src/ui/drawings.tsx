/** Decoration: mesas, a setting sun and a road. */
export function Sunset() {
  return (
    <svg className="draw" viewBox="0 0 440 190" aria-hidden="true" focusable="false">
      <path className="draw__sun" d="M172 104a48 48 0 0 1 96 0" />
      <path className="draw__sun" d="M175 88h90M181 76h78M193 65h54" strokeWidth="1.5" />
      <path d="M0 104h34l14-13 9-34 7-4h78l7 4 9 33 16 14h92l12-10 6-20 6-4h50l6 4 7 22 12 8h75" />
      <path d="M58 70h92M54 82h99M304 86h52" strokeWidth="1.2" opacity=".45" />
      <path d="M212 104 110 188M228 104l102 84" />
      <path className="draw__paint" d="M220 110v6M220 123v9M220 140v14M220 163v22" strokeWidth="4" />
    </svg>
  );
}

/** Decoration: mesas, and a road that ends at a barrier. */
export function DeadEnd() {
  return (
    <svg className="draw" viewBox="0 0 900 420" aria-hidden="true" focusable="false">
      <path d="M0 250h120l16-76 12-6h152l12 8 16 74h260l18-56 12-6h110l12 8 16 54h144" />
      <path d="M152 196h140M148 214h146" opacity=".35" />
      <path d="M436 250 250 420M466 250l186 170" />
      <path className="draw__paint" d="M451 258v10M451 282v16" strokeWidth="5" />
      <path d="M436 250h30" strokeWidth="4" />
      <path d="M330 340v70M572 340v70" strokeWidth="4" />
      <path className="draw__face" d="M290 292h322v52H290z" />
      <path
        className="draw__sun"
        d="m290 344 52-52M342 344l52-52M394 344l52-52M446 344l52-52M498 344l52-52M550 344l52-52"
        strokeWidth="14"
      />
    </svg>
  );
}
