import { useState } from "react";
import css from "./NetPreview.module.css";
import { words } from "./words.ts";

interface FoldedTextProps {
  readonly text: string;
  /** UTF-16 unit at which the network folds it; null if it shows all. */
  readonly foldAt: number | null;
  /** The network's word for opening it. */
  readonly more: string;
  /** A name in front of the text. */
  readonly name?: string;
  readonly className?: string | undefined;
}

/** A text as its network shows it: folded where the network folds it, with links, tags and mentions marked. */
export function FoldedText({ text, foldAt, more, name, className }: FoldedTextProps) {
  const [opened, setOpened] = useState<string | null>(null);
  if (text === "") return null;
  const isFolded = foldAt !== null && opened !== text;
  return (
    <p className={`${css.text} ${className ?? ""}`}>
      {name !== undefined && <b>{name} </b>}
      {marked(isFolded ? text.slice(0, foldAt) : text)}
      {foldAt !== null && (
        <>
          {isFolded ? "… " : " "}
          <button type="button" className={css.more} aria-expanded={!isFolded} onClick={() => setOpened(isFolded ? text : null)}>
            {isFolded ? more : words.less}
          </button>
        </>
      )}
    </p>
  );
}

const MARK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]’”»]|(?<![\p{L}\p{N}_/&])[#@][\p{L}\p{N}_.]*[\p{L}\p{N}_])/gu;

function marked(text: string) {
  return text.split(MARK).map((piece, index) =>
    // What the pattern captured stands at the odd places.
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
    index % 2 === 1 ? <em key={index}>{piece}</em> : piece,
  );
}
