import { IconSearch } from "@tabler/icons-react";
import css from "../bell.module.css";
import { useOpenSearch } from "./open.ts";
import { words } from "./words.ts";

/** Opens the search over the page, as Ctrl or ⌘ and K and the slash do. */
export function SearchButton() {
  const open = useOpenSearch();
  return (
    <button
      type="button"
      className={css.bell}
      aria-label={words.search}
      title={words.search}
      aria-keyshortcuts="Control+K /"
      onClick={open}
    >
      <IconSearch size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
