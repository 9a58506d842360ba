import { Button, type ButtonProps, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { LayeredModal } from "./Dialog.tsx";
import { words } from "./words.ts";

interface ConfirmButtonProps extends ButtonProps {
  readonly label: string;
  /** What the button is called where several on the page have the same label: "Revoke website". */
  readonly name?: string;
  /** The question, as the dialog's title: "Remove Corner Bakery from this brand?" */
  readonly question: string;
  /** What happens, and what cannot be undone. */
  readonly consequence: string;
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: asks first, and says what will happen. */
export function ConfirmButton({ label, name, question, consequence, onConfirm, ...button }: ConfirmButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const confirm = () => {
    // It can be clicked once more while it fades.
    if (!isOpen) return;
    close();
    onConfirm();
  };
  return (
    <>
      <Button variant="default" {...button} {...(name !== undefined && { "aria-label": name })} onClick={open}>
        {label}
      </Button>
      <LayeredModal opened={isOpen} onClose={close} title={question} centered>
        <Stack>
          <Text>{consequence}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {words.cancel}
            </Button>
            <Button color="red" onClick={confirm}>
              {label}
            </Button>
          </Group>
        </Stack>
      </LayeredModal>
    </>
  );
}
