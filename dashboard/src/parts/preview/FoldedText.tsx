import type { ChannelType } from "@rostrum/contract/channels.ts";
import { useState } from "react";
import { piecesOf } from "./marks.ts";
import css from "./NetPreview.module.css";
import { words } from "./words.ts";

interface FoldedTextProps {
  /** The network. */
  readonly type: ChannelType;
  readonly text: string;
  /** What the text marks as names, which the network links. */
  readonly mentions: readonly string[];
  /** UTF-16 unit at which the network folds it; null if it shows all. */
  readonly foldAt: number | null;
  /** The network's word for opening it. */
  readonly more: string;
  /** A name in front of the text. */
  readonly name?: string;
  readonly className?: string | undefined;
}

/** A text as its network shows it: folded where the network folds it, with what it links marked. */
export function FoldedText({ type, text, mentions, foldAt, more, name, className }: FoldedTextProps) {
  const [opened, setOpened] = useState<string | null>(null);
  if (text === "") return null;
  const isFolded = foldAt !== null && opened !== text;
  return (
    <p className={`${css.text} ${className ?? ""}`}>
      {name !== undefined && <b>{name} </b>}
      {marked(isFolded ? text.slice(0, foldAt) : text, type, mentions)}
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

function marked(text: string, type: ChannelType, names: readonly string[]) {
  return piecesOf(text, type, names).map((piece, index) =>
    // What the network links stands at the odd places.
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
    index % 2 === 1 ? <em key={index}>{piece}</em> : piece,
  );
}
