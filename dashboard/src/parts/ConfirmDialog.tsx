import type { ReactNode } from "react";
import { FormDialog } from "./FormDialog.tsx";

interface ConfirmDialogProps {
  /** As the dialog's title: “Remove Corner Bakery from this brand?” */
  readonly question: string;
  /** What happens, and what cannot be undone. */
  readonly children: ReactNode;
  /** The word on the red button. */
  readonly confirm: string;
  readonly cancel?: string;
  readonly isPending?: boolean;
  /** Whether enough is known to do it. */
  readonly canConfirm?: boolean;
  readonly problem?: string | null;
  readonly zIndex?: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ question, confirm, isPending = false, canConfirm = true, onConfirm, ...rest }: ConfirmDialogProps) {
  return (
    <FormDialog
      isQuestion
      isDangerous
      title={question}
      submit={confirm}
      isPending={isPending}
      canSubmit={canConfirm}
      onSubmit={onConfirm}
      {...rest}
    />
  );
}
