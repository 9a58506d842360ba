import { Button, Group, Stack, Text } from "@mantine/core";
import { CopyField } from "../../parts/CopyField.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { printMoment } from "../../parts/moments.ts";
import { words } from "./words.ts";

export interface ShownSecret {
  readonly secret: string;
  readonly publicKey: string | null;
  /** Until when the one before counts, too; null for the first. */
  readonly oldUntil: string | null;
}

interface SecretDialogProps {
  readonly shown: ShownSecret;
  readonly zone: string;
  readonly onClose: () => void;
}

/** A webhook's secret, once. A click beside it does not close it. */
export function SecretDialog({ shown: { secret, publicKey, oldUntil }, zone, onClose }: SecretDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={oldUntil === null ? words.madeTitle : words.rotatedTitle}
      centered
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>{oldUntil === null ? words.madeText : words.rotatedText({ until: printMoment(oldUntil, zone) })}</Text>
        <CopyField label={words.secret} value={secret} />
        {publicKey !== null && <CopyField label={words.publicKey} value={publicKey} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
