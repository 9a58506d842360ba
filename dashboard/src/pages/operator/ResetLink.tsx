import { Button, Group, Stack, Text } from "@mantine/core";
import { api, dataOf } from "../../api/client.ts";
import { CopyField } from "../../parts/CopyField.tsx";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import type { User } from "./queries.ts";
import { words } from "./words.ts";

/** Makes a link by which somebody chooses a new password, to be handed over. Asked for by a click: it ends an earlier one. */
export function ResetLink({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const act = useAct(() => dataOf(api.makeResetLink({ user: user.email })), { changes: [], showsFailures: true });
  const zone = ownZone();
  return (
    <Stack>
      <Text size="sm">{words.people.linkLead}</Text>
      {act.data !== undefined && (
        <>
          <CopyField label={words.people.link} value={act.data.url} />
          <Text size="sm">{words.people.linkUntil({ moment: printMoment(act.data.expiresAt, zone), zone })}</Text>
        </>
      )}
      <FormProblem text={act.error?.message ?? null} />
      <Group justify="flex-end">
        {act.data === undefined ? (
          <>
            <Button variant="default" onClick={onDone}>
              {words.people.cancel}
            </Button>
            <Button onClick={() => act.mutate(undefined)} loading={act.isPending} data-autofocus>
              {words.people.makeLink}
            </Button>
          </>
        ) : (
          <Button onClick={onDone}>{words.people.done}</Button>
        )}
      </Group>
    </Stack>
  );
}
