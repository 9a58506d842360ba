import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Composer } from "./use-composer.ts";
import { words } from "./words.ts";
import css from "./write.module.css";

interface HeadProps {
  readonly title: string;
  readonly composer: Composer;
  /** What is saved, in a sentence. */
  readonly state: string;
  readonly canSaveDraft: boolean;
  readonly isOff: boolean;
  readonly onClose: () => void;
  readonly onSaveDraft: () => void;
  readonly children: ReactNode;
}

/** What is being written, whether it is saved, and whether it is a post or a thread. */
export function Head({ title, composer, state, canSaveDraft, isOff, onClose, onSaveDraft, children }: HeadProps) {
  const { draft, change, undo, redo, canUndo, canRedo, isSaving, isSending } = composer;
  return (
    <header className={css.head}>
      <ActionIcon variant="subtle" color="gray" c="var(--text-2)" size="lg" aria-label={words.close} onClick={onClose}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <h1>{title}</h1>
      <span className={css.state} role="status" aria-live="polite">
        {state}
      </span>
      <span className={css.grow} />
      <SegmentedControl
        aria-label={words.kind}
        value={draft.isThread ? "thread" : "post"}
        data={[
          { value: "post", label: words.post },
          { value: "thread", label: words.thread },
        ]}
        onChange={(value) => change({ isThread: value === "thread" })}
      />
      <span className={css.grow} />
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--text-2)"
        size="lg"
        aria-label={words.undo}
        className={css.wide ?? ""}
        disabled={!canUndo}
        onClick={undo}
      >
        <IconArrowBackUp size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--text-2)"
        size="lg"
        aria-label={words.redo}
        className={css.wide ?? ""}
        disabled={!canRedo}
        onClick={redo}
      >
        <IconArrowForwardUp size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {children}
      {canSaveDraft && (
        <Button variant="default" size="sm" onClick={onSaveDraft} disabled={isOff || isSaving || isSending}>
          {words.saveDraft}
        </Button>
      )}
    </header>
  );
}
