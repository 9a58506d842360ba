import { Badge, Button, Group, Menu, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { PersonAvatar } from "../../parts/look/avatars.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { Row, RowMenu, Rows } from "../../parts/Rows.tsx";
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
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
          {words.people.add}
        </Button>
      </Group>
      <Rows label={words.tabs.people}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </Rows>
      {isOpen && <NewPerson onClose={close} />}
    </Stack>
  );
}

function UserRow({ user }: { readonly user: User }) {
  const [open, setOpen] = useState<"edit" | "password" | "link" | null>(null);
  const close = () => setOpen(null);
  return (
    <Row
      picture={<PersonAvatar name={user.name} size={36} />}
      title={
        <Group gap="xs">
          {user.name}
          {user.operator && <Badge tt="none">{words.people.operator}</Badge>}
          {!user.verified && (
            <Badge tt="none" color="gray" variant="outline">
              {words.people.notConfirmed}
            </Badge>
          )}
        </Group>
      }
      actions={
        <>
          <RowMenu label={words.people.menuOf({ name: user.name })}>
            <Menu.Item onClick={() => setOpen("edit")}>{words.people.edit}</Menu.Item>
            <Menu.Item onClick={() => setOpen("password")}>{words.people.setPassword}</Menu.Item>
            <Menu.Item onClick={() => setOpen("link")}>{words.people.resetLink}</Menu.Item>
          </RowMenu>
          {open === "edit" && <EditPerson user={user} onClose={close} />}
          {open === "password" && <NewPassword user={user} onClose={close} />}
          {open === "link" && <ResetLink user={user} onClose={close} />}
        </>
      }
    >
      <div>{user.email}</div>
      {words.people.since({ moment: printMoment(user.joinedAt, ownZone()), zone: user.timezone ?? "UTC" })}
    </Row>
  );
}

function NewPerson({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const create = useAct(() => dataOf(api.createUser({ name: name.trim(), email: email.trim(), password })), {
    done: () => words.people.created({ email: email.trim() }),
    changes: [usersQuery.queryKey],
    showsFailures: true,
  });
  const { fields, other } = formErrors(create.error, ["name", "email", "password"]);
  return (
    <FormDialog
      title={words.people.add}
      submit={words.people.create}
      isPending={create.isPending}
      problem={other}
      onSubmit={() => create.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label={words.people.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fields.name}
        required
        data-autofocus
      />
      <TextInput
        label={words.people.email}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fields.email}
        required
      />
      <PasswordInput
        label={words.people.password}
        description={words.people.passwordHint}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={fields.password}
        autoComplete="new-password"
        required
      />
    </FormDialog>
  );
}

function NewPassword({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [password, setPassword] = useState("");
  const set = useAct(() => dataOf(api.setPassword({ user: user.email, password })), {
    done: () => words.people.passwordSet({ email: user.email }),
    changes: [],
    showsFailures: true,
  });
  return (
    <FormDialog
      title={words.people.newPassword({ name: user.name })}
      lead={words.people.consequence}
      submit={words.people.setPassword}
      isPending={set.isPending}
      onSubmit={() => set.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
