/** For the `ref` of what comes in place of a form that was sent: the focus, which went with the form's button, goes on from here. */
export function takesFocus(element: HTMLElement | null): void {
  if (element && document.activeElement === document.body) element.focus({ preventScroll: true });
}
