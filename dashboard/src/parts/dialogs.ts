/** Whether a dialog is open. Keys that act on the page behind it must not work then. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
