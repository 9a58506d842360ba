import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { useState } from "react";
import { api, CallFailed, dataOf } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
import { useSeen } from "../../parts/use-seen.ts";
import { changedByChannels } from "./queries.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly channel: ChannelDetails;
  readonly onDone: () => void;
}

export function NameForm({ brandId, channel, onDone }: Props) {
  const [name, setName] = useState(channel.name);
  const { seen, onError } = useSeen(channel.name);
  const rename = useAct((wanted: string) => dataOf(api.updateChannel({ channelId: channel.id, name: wanted, seen: { name: seen } })), {
    done: (_, wanted) => words.renamed({ name: wanted }),
    changes: changedByChannels(brandId),
    showsFailures: true,
  });
  const { error } = rename;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(name.trim(), { onSuccess: onDone, onError });
      }}
    >
      <Stack>
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={error === null ? null : error instanceof CallFailed ? (error.fields.name ?? error.message) : error.message}
          required
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={rename.isPending}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
