import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { useAct } from "../../parts/use-act.ts";
import { invitationQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Who invites to what, and the way in. */
export function InvitationPage() {
  const { secret } = useParams({ from: "/invitations/$secret" });
  const { user } = useSession();
  const invitation = useSuspenseQuery(invitationQuery(secret)).data;
  const zone = user.timezone ?? ownZone();
  if (invitation.state === "unknown") return <Refused sentence={words.unknown} />;
  const { state, brand, brandId, role, invitedBy, expiresAt } = invitation;
  const until = printMoment(expiresAt, zone);
  if (state === "used") return <Refused sentence={`${words.used} ${words.askAgain({ by: invitedBy })}`} />;
  if (state === "expired") return <Refused sentence={`${words.expired({ moment: until, zone })} ${words.askAgain({ by: invitedBy })}`} />;
  return (
    <>
      <PageHead title={words.title} />
      <Stack maw={640}>
        {state === "member" ? (
          <>
            <Text>{words.member({ brand })}</Text>
            <Group>
              <Button renderRoot={(props) => <Link to="/brands/$brandId" params={{ brandId: brandId ?? 0 }} {...props} />}>
                {words.open({ brand })}
              </Button>
            </Group>
          </>
        ) : (
          <>
            <Text size="lg">{words.invites({ by: invitedBy, brand })}</Text>
            <Text>{words.may[role]}</Text>
            <Text c="dimmed">
              {words.as({ name: user.name, email: user.email })} {words.until({ moment: until, zone })}
            </Text>
            <Accept secret={secret} brand={brand} />
          </>
        )}
      </Stack>
    </>
  );
}

function Accept({ secret, brand }: { readonly secret: string; readonly brand: string }) {
  const navigate = useNavigate();
  const act = useAct(() => dataOf(api.acceptInvitation({ secret })), {
    done: () => words.accepted({ brand }),
    changes: [["session"]],
    showsFailures: true,
  });
  const accept = () =>
    act.mutate(undefined, { onSuccess: ({ brandId }) => void navigate({ to: "/brands/$brandId", params: { brandId } }) });
  return (
    <>
      <FormProblem text={act.error?.message ?? null} />
      <Group>
        <Button onClick={accept} loading={act.isPending}>
          {words.accept}
        </Button>
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          {words.notNow}
        </Button>
      </Group>
    </>
  );
}

function Refused({ sentence }: { readonly sentence: string }) {
  return (
    <>
      <PageHead title={words.title} />
      <Stack align="flex-start">
        <Text role="alert">{sentence}</Text>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{words.home}</Anchor>
      </Stack>
    </>
  );
}
