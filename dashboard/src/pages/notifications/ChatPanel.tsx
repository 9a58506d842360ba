import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { CHAT_KINDS, type ChatKind, type Notifications } from "@rostrum/contract/private/notifications.ts";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { notificationsQuery } from "./queries.ts";
import { words } from "./words.ts";

interface ChatPanelProps {
  readonly brandId: number;
  readonly chatTarget: Notifications["chatTarget"];
}

/** The chat of the person for this brand: added, tested, removed. Its address is only ever typed. */
export function ChatPanel({ brandId, chatTarget }: ChatPanelProps) {
  const changes = [notificationsQuery(brandId).queryKey];
  const test = useAct(() => dataOf(api.testNotificationChat({ brandId })), { changes });
  const remove = useAct(() => dataOf(api.updateNotifications({ brandId, chatTarget: null })), { done: () => words.removed, changes });
  const tell = ({ arrived, problem }: { arrived: boolean; problem: string | null }) =>
    notifications.show(arrived ? { message: words.arrived } : { color: "red", message: problem });
  return (
    <Section title={words.chat} lead={words.chatLead}>
      {chatTarget !== null && (
        <Stack>
          {chatTarget.problem !== null && (
            <Alert color="red" role="alert">
              {words.gone({ problem: chatTarget.problem })}
            </Alert>
          )}
          <Group justify="space-between">
            <Text>{words.current({ kind: words.kinds[chatTarget.kind], host: chatTarget.host })}</Text>
            <Group>
              <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined, { onSuccess: tell })}>
                {words.test}
              </Button>
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                {words.remove}
              </Button>
            </Group>
          </Group>
        </Stack>
      )}
      <ChatForm brandId={brandId} />
    </Section>
  );
}

function ChatForm({ brandId }: Pick<ChatPanelProps, "brandId">) {
  const [kind, setKind] = useState<ChatKind>("SLACK");
  const [url, setUrl] = useState("");
  const act = useAct((chatTarget: { kind: ChatKind; url: string }) => dataOf(api.updateNotifications({ brandId, chatTarget })), {
    done: () => words.added,
    changes: [notificationsQuery(brandId).queryKey],
    showsFailures: true,
  });
  const { fields, other } = formErrors(act.error, ["url", "chatTarget.url"]);
  const add = (event: FormEvent) => {
    event.preventDefault();
    act.mutate({ kind, url }, { onSuccess: () => setUrl("") });
  };
  return (
    <form onSubmit={add} noValidate>
      <Stack maw={440}>
        <NativeSelect
          label={words.kind}
          data={CHAT_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as ChatKind)}
        />
        <TextInput
          label={words.url}
          description={words.urlHint}
          autoComplete="off"
          spellCheck={false}
          required
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={fields.url ?? fields["chatTarget.url"]}
        />
        <FormProblem text={other} />
        <Group>
          <Button type="submit" variant="default" loading={act.isPending}>
            {words.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
