import { Button, Group, Stack, Text } from "@mantine/core";
import { api, dataOf } from "../../api/client.ts";
import { CopyField } from "../../parts/CopyField.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import type { User } from "./queries.ts";
import { words } from "./words.ts";

/** Makes a link by which somebody chooses a new password, to be handed over. Asked for by a click: it ends an earlier one. */
export function ResetLink({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const act = useAct(() => dataOf(api.makeResetLink({ user: user.email })), { changes: [], showsFailures: true });
  const zone = ownZone();
  const title = words.people.linkOf({ name: user.name });
  if (act.data === undefined) {
    return (
      <FormDialog
        title={title}
        lead={words.people.linkLead}
        submit={words.people.makeLink}
        isPending={act.isPending}
        problem={act.error?.message ?? null}
        onSubmit={() => act.mutate(undefined)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={title} onClose={onClose} closeOnClickOutside={false} centered>
      <Stack>
        <CopyField label={words.people.link} value={act.data.url} />
        <Text size="sm">{words.people.linkUntil({ moment: printMoment(act.data.expiresAt, zone), zone })}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.people.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
