import { Alert, Button, Group, Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { api, dataOf } from "../api/client.ts";
import { useSession } from "../api/session.ts";
import { useAct } from "../parts/use-act.ts";
import { words } from "./words.ts";

/** Reminds people who have not confirmed their address, where the service can send them the link. */
export function VerifyNote() {
  const { user, service } = useSession();
  const act = useAct(() => dataOf(api.sendVerification()), {
    done: () => words.verify.sent({ email: user.email }),
    changes: [["session"]],
  });
  if (user.isVerified || user.isDemo || !service.mail) return null;
  return (
    <Alert color="blue" icon={<IconMail aria-hidden />} title={words.verify.title} mb="md">
      <Text size="sm">{words.verify.text({ email: user.email })}</Text>
      <Group mt="xs">
        <Button size="xs" variant="default" onClick={() => act.mutate(undefined)} loading={act.isPending}>
          {words.verify.again}
        </Button>
      </Group>
    </Alert>
  );
}
