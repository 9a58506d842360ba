import { Alert, Button, Group, Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { api, dataOf } from "../api/client.ts";
import { useSession } from "../api/session.ts";
import { useAct } from "../parts/use-act.ts";

/** Reminds people who have not confirmed their address, where the service can send them the link. */
export function VerifyNote() {
  const { user, service } = useSession();
  const act = useAct(() => dataOf(api.sendVerification()), {
    done: () => `A link is on its way to ${user.email}.`,
    changes: [["session"]],
  });
  if (user.isVerified || user.isDemo || !service.mail) return null;
  return (
    <Alert color="blue" icon={<IconMail aria-hidden />} title="Please confirm your e-mail address" mb="md">
      <Text size="sm">
        We have sent a link to {user.email}. Until you have used it, a collection may have 5 slots a day instead of 10. Everything else
        works.
      </Text>
      <Group mt="xs">
        <Button size="xs" variant="default" onClick={() => act.mutate(undefined)} loading={act.isPending}>
          Send the link again
        </Button>
      </Group>
    </Alert>
  );
}
