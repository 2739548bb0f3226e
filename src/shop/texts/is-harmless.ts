/** Whether a link leads to a page, an address on the web, or a mail or phone program, and to nothing that runs. */
export const isHarmless = (href: string): boolean =>
  /^(?:https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+|tel:[+\d][^\s<>"]*|#[^\s<>"]*|\/(?![/\\])[^\s<>"\\]*)$/i.test(href);
