import { Badge, Button, Group, NativeSelect, Text } from "@mantine/core";
import type { GivenRole } from "@rostrum/contract/private/members.ts";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { PersonAvatar } from "../../parts/look/avatars.tsx";
import { printMoment } from "../../parts/moments.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { membersQuery } from "./queries.ts";
import { GIVEN_ROLES } from "./roles.ts";
import { words } from "./words.ts";

export function Members({ brand, mayChange }: { readonly brand: SessionBrand; readonly mayChange: boolean }) {
  const { user: self } = useSession();
  const members = useSuspenseQuery(membersQuery(brand.id)).data;
  const zone = brand.timezone ?? "UTC";
  const changes = [membersQuery(brand.id).queryKey, ["session"]];
  const change = useAct(
    ({ email, role, seen }: { readonly email: string; readonly name: string; readonly role: GivenRole; readonly seen: GivenRole }) =>
      dataOf(api.changeMember({ brandId: brand.id, user: email, role, seen: { role: seen } })),
    { done: (_, { name, role }) => words.changed({ name, role: words.rolesInText[role] }), changes },
  );
  const remove = useAct(
    ({ email }: { readonly email: string; readonly name: string }) => dataOf(api.removeMember({ brandId: brand.id, user: email })),
    { done: (_, { name }) => words.removed({ name }), changes },
  );
  return (
    <Section title={words.members} lead={words.membersLead({ zone })}>
      <Rows label={words.members}>
        {members.map(({ id, name, email, role, since }) => {
          const isSelf = id === self.id;
          return (
            <Row
              key={id}
              picture={<PersonAvatar name={name} size={36} />}
              title={
                <Group gap="xs">
                  {name}
                  {isSelf && (
                    <Badge variant="light" tt="none">
                      {words.you}
                    </Badge>
                  )}
                </Group>
              }
              actions={
                mayChange && role !== "owner" && !isSelf ? (
                  <>
                    <RoleSelect
                      key={role}
                      name={name}
                      role={role}
                      isBusy={change.isPending && change.variables.email === email}
                      onChange={(given) => change.mutate({ email, name, role: given, seen: role })}
                    />
                    <ConfirmButton
                      size="xs"
                      label={words.remove}
                      name={words.removeLabel({ name })}
                      question={words.removeQuestion({ name })}
                      consequence={words.removeText}
                      onConfirm={() => remove.mutate({ email, name })}
                    />
                  </>
                ) : (
                  <Text>{words.roles[role]}</Text>
                )
              }
            >
              <div>{email}</div>
              <div>{words.since({ moment: printMoment(since, zone) })}</div>
            </Row>
          );
        })}
      </Rows>
      {brand.role !== "owner" && <Leave brand={brand} />}
    </Section>
  );
}

interface RoleSelectProps {
  readonly name: string;
  readonly role: GivenRole;
  readonly isBusy: boolean;
  readonly onChange: (role: GivenRole) => void;
}

/** An arrow key is enough to choose another role, so that it takes a button to give it. */
function RoleSelect({ name, role, isBusy, onChange }: RoleSelectProps) {
  const [chosen, setChosen] = useState(role);
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={words.roleOf({ name })}
        data={GIVEN_ROLES.map((value) => ({ value, label: words.roles[value] }))}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value as GivenRole)}
      />
      {chosen !== role && (
        <Button
          size="xs"
          loading={isBusy}
          aria-label={words.giveRole({ name, role: words.rolesInText[chosen] })}
          onClick={() => onChange(chosen)}
        >
          {words.giveRoleShort}
        </Button>
      )}
    </>
  );
}

function Leave({ brand }: { readonly brand: SessionBrand }) {
  const navigate = useNavigate();
  const leave = useAct(
    async () => {
      await dataOf(api.leaveBrand({ brandId: brand.id }));
      // First away from here: the brand's pages are not there any more.
      await navigate({ to: "/", state: { leftBrandId: brand.id } });
    },
    { done: () => words.left({ title: brand.title }), changes: [["session"]] },
  );
  return (
    <Group>
      <ConfirmButton
        label={words.leave}
        question={words.leaveQuestion}
        consequence={words.leaveText}
        loading={leave.isPending}
        onConfirm={() => leave.mutate(undefined)}
      />
    </Group>
  );
}
