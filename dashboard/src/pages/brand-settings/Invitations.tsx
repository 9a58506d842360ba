import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { GivenRole } from "@rostrum/contract/private/members.ts";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { CopyField } from "../../parts/CopyField.tsx";
import { printMoment } from "../../parts/moments.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { invitationsQuery } from "./queries.ts";
import { GIVEN_ROLES } from "./roles.ts";
import { words } from "./words.ts";

export function Invitations({ brand }: { readonly brand: SessionBrand }) {
  const zone = brand.timezone ?? "UTC";
  const open = useSuspenseQuery(invitationsQuery(brand.id)).data;
  const [role, setRole] = useState<GivenRole>("editor");
  const changes = [invitationsQuery(brand.id).queryKey];
  const create = useAct((given: GivenRole) => dataOf(api.createInvitation({ brandId: brand.id, role: given })), { changes });
  const revoke = useAct(
    async (invitationId: number) => {
      await dataOf(api.revokeInvitation({ brandId: brand.id, invitationId }));
      if (create.data?.id === invitationId) create.reset();
    },
    { done: () => words.revoked, changes },
  );
  const made = create.data;
  return (
    <Section title={words.invitations} lead={words.invitationsLead}>
      <Group align="flex-end">
        <NativeSelect
          label={words.role}
          data={GIVEN_ROLES.map((value) => ({ value, label: words.roles[value] }))}
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value as GivenRole)}
        />
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate(role)}>
          {words.create}
        </Button>
      </Group>
      {made !== undefined && (
        <Alert color="blue" role="status">
          <Stack gap="xs">
            <Text size="sm">
              {words.linkText({ role: words.rolesInText[made.role], moment: `${printMoment(made.expiresAt, zone)} (${zone})` })}
            </Text>
            <CopyField label={words.link} value={made.url} />
          </Stack>
        </Alert>
      )}
      {open.length > 0 && (
        <Rows label={words.open}>
          {open.map(({ id, role: given, invitedBy, expiresAt }) => {
            const until = printMoment(expiresAt, zone);
            return (
              <Row
                key={id}
                title={words.invited({ role: words.roles[given], by: invitedBy })}
                actions={
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={words.revokeLabel({ role: words.rolesInText[given], moment: until })}
                    loading={revoke.isPending && revoke.variables === id}
                    onClick={() => revoke.mutate(id)}
                  >
                    {words.revoke}
                  </Button>
                }
              >
                {words.expires({ moment: until })}
              </Row>
            );
          })}
        </Rows>
      )}
    </Section>
  );
}
