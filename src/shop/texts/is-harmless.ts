/** Whether a link opens a page, a web address, or a mail or phone program, but runs no script. */
export const isHarmless = (href: string): boolean =>
  /^(?:https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+|tel:[+\d][^\s<>"]*|#[^\s<>"]*|\/(?![/\\])[^\s<>"\\]*)$/i.test(href);
