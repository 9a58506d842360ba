import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

/** What went wrong with a form as a whole; nothing without a text. */
export function FormProblem({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {text}
    </Alert>
  );
}
