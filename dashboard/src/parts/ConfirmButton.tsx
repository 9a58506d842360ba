import { Button, type ButtonProps, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

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
    close();
    onConfirm();
  };
  return (
    <>
      <Button variant="default" {...button} {...(name !== undefined && { "aria-label": name })} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog question={question} confirm={label} onConfirm={confirm} onClose={close}>
          <Text>{consequence}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
