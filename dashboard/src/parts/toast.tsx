import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { words } from "./words.ts";

/** How long a toast stays, and how long its step can be taken back. A pointer on it or its focus prolongs it. */
export const TOAST_MILLISECONDS = 10_000;

interface Toast {
  /** With its date, if it has one: “Queued for Mon 30 Nov, 9:00.” */
  readonly message: string;
  /** Takes back what was done. */
  readonly undo?: () => void;
  /** Leads to what it is about; `label`: instead of “Open”. */
  readonly open?: { readonly label?: string; readonly act: () => void };
  /** A later toast with the same id takes its place. */
  readonly id?: string;
}

/** Says what was done, with the buttons that belong to it. Returns what hides it. */
export function say({ message, undo, open, id }: Toast): () => void {
  const shown = notifications.show({
    ...(id !== undefined && { id }),
    autoClose: TOAST_MILLISECONDS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {message}
        </Text>
        <Group gap={4} wrap="nowrap">
          {open !== undefined && (
            <Button size="compact-sm" variant="subtle" onClick={once(open.act)}>
              {open.label ?? words.open}
            </Button>
          )}
          {undo !== undefined && (
            <Button size="compact-sm" variant="light" onClick={once(undo)}>
              {words.undo}
            </Button>
          )}
        </Group>
      </Group>
    ),
  });
  const hide = () => void notifications.hide(shown);
  /** A second click while it fades does nothing. */
  function once(act: () => void): () => void {
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      notifications.hide(shown);
      act();
    };
  }
  return hide;
}
