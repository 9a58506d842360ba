import { useEffect, useRef, useState } from "react";

/** The files of what is pasted, unless it is a text: spreadsheets and word processors add a picture of it. */
export function filesOnly(given: DataTransfer | null): readonly File[] {
  return given === null || given.getData("text/plain") !== "" ? [] : [...given.files];
}

/** Behind a dialog the page takes nothing: nobody would see what is added. */
function isBehindDialog(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** Files that are dropped or pasted anywhere on the page. Returns whether some are being dragged over it. */
export function useGivenFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const give = (files: readonly File[]) => files.length > 0 && !isBehindDialog() && latest.current(files);
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(!isBehindDialog());
    };
    // Leaving the window names nothing that is entered instead.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      give([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => void give(filesOnly(event.clipboardData));
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    window.addEventListener("paste", paste);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
      window.removeEventListener("paste", paste);
    };
  }, []);
  return isOver;
}
