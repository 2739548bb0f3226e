/** `ref` callback for content that replaces a submitted form: moves the focus to it, because the focused button is gone. */
export function takesFocus(element: HTMLElement | null): void {
  if (element && document.activeElement === document.body) element.focus({ preventScroll: true });
}
