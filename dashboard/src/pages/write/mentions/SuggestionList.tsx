import { Text, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef } from "react";
import { NetworkDiscs } from "../../../parts/look/NetworkDisc.tsx";
import { words } from "../words.ts";
import css from "./mentions.module.css";
import type { Suggestion } from "./typed.ts";

interface SuggestionListProps {
  readonly id: string;
  readonly optionId: (place: number) => string;
  readonly suggestions: readonly Suggestion[];
  /** Of networks that could not be asked, as sentences. */
  readonly problems: readonly string[];
  /** The one that Enter takes. */
  readonly place: number;
  readonly onPlace: (place: number) => void;
  readonly onTake: (place: number) => void;
}

/** Whom a mention may be meant for, each with the networks that know them by this handle. */
export function SuggestionList({ id, optionId, suggestions, problems, place, onPlace, onTake }: SuggestionListProps) {
  const say = words.editor.people;
  const current = useRef<HTMLDivElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  });
  return (
    <>
      {suggestions.length > 0 && (
        <div id={id} role="listbox" aria-label={say.label} className={css.list}>
          {suggestions.map(({ handle, name, types }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the current one
            <div
              key={handle}
              ref={index === place ? current : null}
              id={optionId(index)}
              role="option"
              aria-selected={index === place}
              className={css.option}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => onPlace(index)}
              onClick={() => onTake(index)}
            >
              <NetworkDiscs types={types} size={18} />
              <span className={css.who}>
                {name !== handle && <b>{name} </b>}
                <span className={css.handle}>{handle}</span>
              </span>
            </div>
          ))}
        </div>
      )}
      {problems.map((problem) => (
        <Text key={problem} size="sm" c="var(--text-2)" p={6}>
          {problem}
        </Text>
      ))}
      <VisuallyHidden role="status">{suggestions.length > 0 && say.found({ count: suggestions.length })}</VisuallyHidden>
    </>
  );
}
