import { ActionIcon, Kbd, Table } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconKeyboard } from "@tabler/icons-react";
import { useEffect } from "react";
import { Dialog } from "../../parts/Dialog.tsx";
import { isDialogOpen } from "../../parts/dialogs.ts";
import { words } from "./words.ts";

const ROWS = ["send", "next", "save", "undo", "redo", "move", "list"] as const;

interface ShortcutsProps {
  readonly onSend: () => void;
  readonly onSendAndNext: () => void;
  readonly onSave: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** While files are on their way. */
  readonly isOff: boolean;
}

/** The keys of the composer, and the list of them. */
export function Shortcuts({ onSend, onSendAndNext, onSave, onUndo, onRedo, isOff }: ShortcutsProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const unless = (act: () => void) => () => {
    if (!isOff && !isDialogOpen()) act();
  };
  // In fields too: that is where people are while they write.
  useHotkeys(
    [
      ["mod+Enter", unless(onSend)],
      ["mod+shift+Enter", unless(onSendAndNext)],
      ["mod+S", unless(onSave)],
    ],
    [],
  );
  // Not in fields: there the browser takes back what was typed in them.
  useHotkeys([
    ["mod+Z", unless(onUndo)],
    ["mod+shift+Z", unless(onRedo)],
  ]);
  useEffect(() => {
    const ask = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [contenteditable]") !== null;
      if (event.key === "?" && !isTyping) open();
    };
    document.addEventListener("keydown", ask);
    return () => document.removeEventListener("keydown", ask);
  }, [open]);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--text-2)"
        size="lg"
        visibleFrom="sm"
        aria-label={words.shortcuts.title}
        onClick={open}
      >
        <IconKeyboard size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Dialog onClose={close} title={words.shortcuts.title}>
          <Table>
            <Table.Tbody>
              {ROWS.map((name) => (
                <Table.Tr key={name}>
                  <Table.Td>
                    <Kbd>{words.shortcuts.keys[name]}</Kbd>
                  </Table.Td>
                  <Table.Td>{words.shortcuts.what[name]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Dialog>
      )}
    </>
  );
}
