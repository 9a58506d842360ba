import { Alert, Badge, Button, Group, PasswordInput, Stack, Table, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, CallFailed, dataOf } from "../../api/client.ts";
import { LayeredModal } from "../../parts/Dialog.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { EditPerson } from "./EditPerson.tsx";
import { type User, usersQuery } from "./queries.ts";
import { ResetLink } from "./ResetLink.tsx";
import { words } from "./words.ts";

/** Everybody who may sign in. */
export function PeopleTab() {
  const users = useSuspenseQuery(usersQuery).data;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Stack>
      <Group justify="flex-end">
        <Button onClick={open}>{words.people.add}</Button>
      </Group>
      <Table.ScrollContainer minWidth={900} type="native" tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.people.name}</Table.Th>
              <Table.Th>{words.people.email}</Table.Th>
              <Table.Th>{words.people.zone}</Table.Th>
              <Table.Th>{words.people.joined}</Table.Th>
              <Table.Th>{words.people.marks}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <LayeredModal closeOnClickOutside={false} opened={isOpen} onClose={close} title={words.people.add}>
        <NewPerson onDone={close} />
      </LayeredModal>
    </Stack>
  );
}

function UserRow({ user }: { readonly user: User }) {
  const [open, setOpen] = useState<"edit" | "password" | "link" | null>(null);
  const close = () => setOpen(null);
  return (
    <Table.Tr>
      <Table.Th scope="row">{user.name}</Table.Th>
      <Table.Td>{user.email}</Table.Td>
      <Table.Td>{user.timezone ?? "UTC"}</Table.Td>
      <Table.Td>{printMoment(user.joinedAt, ownZone())}</Table.Td>
      <Table.Td>
        <Group gap={6}>
          {user.operator && <Badge tt="none">{words.people.operator}</Badge>}
          {!user.verified && (
            <Badge tt="none" color="gray" variant="outline">
              {words.people.notConfirmed}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" size="xs" onClick={() => setOpen("edit")} aria-label={words.people.more({ name: user.name })}>
            {words.people.edit}
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpen("password")} aria-label={`${words.people.setPassword}: ${user.name}`}>
            {words.people.setPassword}
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpen("link")} aria-label={`${words.people.resetLink}: ${user.name}`}>
            {words.people.resetLink}
          </Button>
        </Group>
        <LayeredModal closeOnClickOutside={false} opened={open === "edit"} onClose={close} title={words.people.more({ name: user.name })}>
          <EditPerson user={user} onDone={close} />
        </LayeredModal>
        <LayeredModal
          closeOnClickOutside={false}
          opened={open === "password"}
          onClose={close}
          title={words.people.newPassword({ name: user.name })}
        >
          <NewPassword user={user} onDone={close} />
        </LayeredModal>
        <LayeredModal opened={open === "link"} onClose={close} title={words.people.linkOf({ name: user.name })}>
          <ResetLink user={user} onDone={close} />
        </LayeredModal>
      </Table.Td>
    </Table.Tr>
  );
}

function NewPerson({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const create = useAct(() => dataOf(api.createUser({ name: name.trim(), email: email.trim(), password })), {
    done: () => words.people.created({ email: email.trim() }),
    changes: [usersQuery.queryKey],
    showsFailures: true,
  });
  const problems = create.error instanceof CallFailed ? create.error.fields : {};
  const isElsewhere = create.error !== null && ["name", "email", "password"].every((field) => problems[field] === undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={words.people.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problems.name}
          required
          data-autofocus
        />
        <TextInput
          label={words.people.email}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.email}
          required
        />
        <PasswordInput
          label={words.people.password}
          description={words.people.passwordHint}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problems.password}
          autoComplete="new-password"
          required
        />
        {isElsewhere && <Alert color="red">{create.error?.message}</Alert>}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {words.people.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NewPassword({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const [password, setPassword] = useState("");
  const set = useAct(() => dataOf(api.setPassword({ user: user.email, password })), {
    done: () => words.people.passwordSet({ email: user.email }),
    changes: [],
    showsFailures: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{words.people.consequence}</Text>
        <PasswordInput
          label={words.people.password}
          description={words.people.passwordHint}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={set.error?.message}
          autoComplete="new-password"
          required
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {words.people.cancel}
          </Button>
          <Button type="submit" loading={set.isPending}>
            {words.people.setPassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
