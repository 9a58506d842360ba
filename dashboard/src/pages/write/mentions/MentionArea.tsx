import { Popover, Textarea, type TextareaProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import { type CaretBox, caretBoxOf } from "./caret.ts";
import css from "./mentions.module.css";
import { SuggestionList } from "./SuggestionList.tsx";
import { typedAt, withHandle } from "./typed.ts";
import { type MentionGround, useSuggestions } from "./use-suggestions.ts";

interface MentionAreaProps extends Omit<TextareaProps, "value" | "onChange"> {
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly ground: MentionGround;
  readonly onText: (text: string) => void;
}

/** The cursor in the field, and where the mention begins in which it is. */
interface Cursor {
  readonly at: number;
  readonly box: CaretBox | null;
}

/**
 * A field for a text that suggests people while a mention is typed. It stays a field: the list never has the focus, and without a
 * suggestion every key does what it does anyway.
 */
export function MentionArea({ ref, value, ground, onText, onKeyDown, ...rest }: MentionAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const merged = useMergedRef(field, ref);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [chosen, choose] = useState({ beginning: "", place: 0 });
  const listId = useId();
  const typed = cursor === null ? null : typedAt(value, cursor.at);
  const { suggestions, problems } = useSuggestions(typed !== null && typed.start !== closedAt ? typed.beginning : null, ground);
  const isOpen = suggestions.length > 0 || problems.length > 0;
  const place = chosen.beginning === typed?.beginning ? Math.min(chosen.place, suggestions.length - 1) : 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const follow = (area: HTMLTextAreaElement) => {
    const at = area.selectionStart;
    const begun = area.selectionEnd === at ? typedAt(area.value, at) : null;
    setCursor({ at: begun === null ? -1 : at, box: begun === null ? null : caretBoxOf(area, begun.start) });
    // The next mention is another one.
    if (begun === null) setClosedAt(null);
  };
  const take = (index: number) => {
    const suggestion = suggestions[index];
    const area = field.current;
    if (typed === null || suggestion === undefined || area === null) return;
    const { text, cursor: next } = withHandle(value, typed, suggestion.handle);
    onText(text);
    setClosedAt(typed.start);
    // Once the field has the new text.
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(next, next);
    });
  };
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.nativeEvent.isComposing;
    if (isOpen && isPlain && typed !== null && act(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onKeyDown?.(event);
  };
  /** Whether the key was for the list. */
  const act = (key: string): boolean => {
    if (key === "Escape") {
      setClosedAt(typed?.start ?? null);
      return true;
    }
    if (suggestions.length === 0) return false;
    if (key === "Enter") {
      take(place);
      return true;
    }
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step !== 0) choose({ beginning: typed?.beginning ?? "", place: (place + step + suggestions.length) % suggestions.length });
    return step !== 0;
  };

  return (
    <Textarea
      {...rest}
      ref={merged}
      value={value}
      aria-autocomplete="list"
      {...(suggestions.length > 0 ? { "aria-controls": listId, "aria-activedescendant": optionId(place) } : {})}
      inputContainer={(input) => (
        <div className={css.ground}>
          {input}
          <Popover opened={isOpen} withRoles={false} trapFocus={false} returnFocus={false} position="bottom-start" shadow="md" offset={4}>
            <Popover.Target>
              <span aria-hidden className={css.anchor} style={{ ...cursor?.box }} />
            </Popover.Target>
            <Popover.Dropdown p={4} className={css.dropdown ?? ""}>
              <SuggestionList
                id={listId}
                optionId={optionId}
                suggestions={suggestions}
                problems={problems}
                place={place}
                onPlace={(next) => choose({ beginning: typed?.beginning ?? "", place: next })}
                onTake={take}
              />
            </Popover.Dropdown>
          </Popover>
        </div>
      )}
      onChange={({ currentTarget }) => {
        onText(currentTarget.value);
        follow(currentTarget);
      }}
      // Typing opens the list, not coming by: whoever only moves the cursor is not looking for anybody.
      onSelect={({ currentTarget }) => typed !== null && follow(currentTarget)}
      onBlur={() => setCursor(null)}
      onKeyDown={keys}
    />
  );
}
