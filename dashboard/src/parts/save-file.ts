/** Spreadsheets take a table for UTF-8 if it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF";

const KEPT_MILLISECONDS = 60_000;

/** Has the browser save a table as a file. */
export function saveFile(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]/g, " ");
  link.click();
  // Some browsers read it only after this function has returned.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MILLISECONDS);
}
