/** `ref` for content that replaces a sent form: takes the focus, which was lost with the form's button. */
export function takesFocus(element: HTMLElement | null): void {
  if (element && document.activeElement === document.body) element.focus({ preventScroll: true });
}
