/** Where the text begins that stands at a place of a field, from the field's upper left corner. */
export interface CaretBox {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/** What decides where the lines of a text break. */
const LAYOUT = [
  "direction",
  "text-align",
  "box-sizing",
  "width",
  "padding",
  "border-width",
  "border-style",
  "font",
  "letter-spacing",
  "line-height",
  "tab-size",
  "text-indent",
];

/** Fields do not tell where their text stands: a copy of the text in a box of the same measures does. */
export function caretBoxOf(field: HTMLTextAreaElement, at: number): CaretBox {
  const style = getComputedStyle(field);
  const copy = document.createElement("div");
  for (const name of LAYOUT) copy.style.setProperty(name, style.getPropertyValue(name));
  Object.assign(copy.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap", overflowWrap: "break-word" });
  copy.textContent = field.value.slice(0, at);
  const mark = document.createElement("span");
  // The whole word: it may have gone to the next line.
  mark.textContent = /^\S*/.exec(field.value.slice(at))?.[0] || "@";
  copy.append(mark);
  document.body.append(copy);
  const [first] = mark.getClientRects();
  const box = {
    left: mark.offsetLeft + field.clientLeft - field.scrollLeft,
    top: mark.offsetTop + field.clientTop - field.scrollTop,
    height: first?.height ?? mark.offsetHeight,
  };
  copy.remove();
  return box;
}
