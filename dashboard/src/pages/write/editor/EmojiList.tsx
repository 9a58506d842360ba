import { Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { language } from "../../../language/language.ts";
import { words } from "../words.ts";
import css from "./editor.module.css";

interface Emoji {
  readonly unicode: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly order?: number;
}

/** As many as are drawn: the others are found by name. */
const SHOWN_MAX = 240;

/** The standard's emoji with their names in the page's language. */
const BOOKS = {
  en: () => import("emojibase-data/en/compact.json"),
  de: () => import("emojibase-data/de/compact.json"),
  fr: () => import("emojibase-data/fr/compact.json"),
};

interface EmojiListProps {
  readonly onChoose: (emoji: string) => void;
  /** It could not be loaded. */
  readonly onClose: () => void;
}

/** Emoji to choose from, found by their names. */
export function EmojiList({ onChoose }: EmojiListProps) {
  const [search, setSearch] = useState("");
  const { data, error } = useQuery({
    queryKey: ["emoji", language],
    queryFn: async () => (await BOOKS[language]()).default as readonly Emoji[],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const wanted = search.trim().toLowerCase();
  // Letters and parts of flags have no place in the order.
  const found = (data ?? [])
    .filter(({ order, label, tags = [] }) => order !== undefined && [label, ...tags].some((name) => name.toLowerCase().includes(wanted)))
    .sort((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .slice(0, SHOWN_MAX);
  return (
    <div>
      <TextInput
        aria-label={words.editor.searchEmoji}
        placeholder={words.editor.searchEmoji}
        data-autofocus
        size="sm"
        mb={6}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || first === undefined) return;
          event.preventDefault();
          onChoose(first.unicode);
        }}
      />
      {error !== null && <Text size="sm">{words.editor.emojiFailed}</Text>}
      {data !== undefined && found.length === 0 && <Text size="sm">{words.editor.noEmoji}</Text>}
      <div className={css.emoji}>
        {found.map(({ unicode, label }) => (
          <button key={unicode} type="button" aria-label={label} title={label} onClick={() => onChoose(unicode)}>
            {unicode}
          </button>
        ))}
      </div>
    </div>
  );
}
