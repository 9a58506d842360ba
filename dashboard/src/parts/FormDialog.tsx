import { Button, Group, type MantineSize, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { Dialog } from "./Dialog.tsx";
import { FormProblem } from "./FormProblem.tsx";
import { words } from "./words.ts";

interface FormDialogProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The word on the button that does it. */
  readonly submit: string;
  /** Whether what it does cannot be undone: the button is red. */
  readonly isDangerous?: boolean;
  /** The word on the button that does not; absent: “Cancel”; null: no such button, for what is typed counts at once. */
  readonly cancel?: string | null;
  /** Whether there is nothing to fill in: the focus is on the button that does no harm, and a click beside the dialog closes it. */
  readonly isQuestion?: boolean;
  /** Whether it closes by its two buttons alone: neither by Escape nor by a cross. */
  readonly isFirm?: boolean;
  readonly isPending?: boolean;
  readonly canSubmit?: boolean;
  /** What concerns no field; null: nothing. */
  readonly problem?: string | null;
  readonly size?: MantineSize | number;
  /** Left of the two buttons: what else can be done. */
  readonly foot?: ReactNode;
  readonly zIndex?: number;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children?: ReactNode;
}

/** The frame of all forms in dialogs: fields, what went wrong, and the two buttons. A click beside it loses nothing. */
export function FormDialog({
  title,
  lead,
  submit,
  isDangerous = false,
  cancel = words.cancel,
  isQuestion = false,
  isFirm = false,
  isPending = false,
  canSubmit = true,
  problem = null,
  size = "md",
  foot,
  zIndex,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const handle = (event: FormEvent) => {
    event.preventDefault();
    // Forms in portals bubble through React's tree: the one behind must not be sent as well.
    event.stopPropagation();
    if (canSubmit && !isPending) onSubmit();
  };
  return (
    <Dialog
      closeOnClickOutside={!isFirm && (isQuestion || cancel === null)}
      closeOnEscape={!isFirm}
      withCloseButton={!isFirm}
      onClose={onClose}
      title={title}
      centered
      size={size}
      {...(zIndex !== undefined && { zIndex })}
    >
      <form onSubmit={handle} noValidate>
        <Stack>
          {lead !== undefined && <Text c="dimmed">{lead}</Text>}
          {children}
          <FormProblem text={problem} />
          <Group gap="xs">
            {foot}
            <Group gap="xs" ml="auto">
              {cancel !== null && (
                <Button variant="default" onClick={onClose} data-autofocus={(isQuestion && isDangerous) || undefined}>
                  {cancel}
                </Button>
              )}
              <Button
                type="submit"
                loading={isPending}
                disabled={!canSubmit}
                data-autofocus={(isQuestion && !isDangerous) || undefined}
                {...(isDangerous && { color: "red" })}
              >
                {submit}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
