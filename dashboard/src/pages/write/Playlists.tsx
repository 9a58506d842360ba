import { Alert, Button, Checkbox, Fieldset, Group, Loader, Stack, Text } from "@mantine/core";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { useQuery } from "@tanstack/react-query";
import { playlistsQuery } from "./queries.ts";
import { words } from "./words.ts";

interface PlaylistsProps {
  readonly channel: WritingChannel;
  readonly chosen: readonly string[];
  readonly onChange: (playlistIds: readonly string[]) => void;
}

/** The playlists of a channel by name, as its network tells them now. What is chosen stays, whether it is told or not. */
export function Playlists({ channel, chosen, onChange }: PlaylistsProps) {
  const say = words.options.playlists;
  const { data, error, isFetching, refetch } = useQuery(playlistsQuery(channel.id));
  const problem = error?.message ?? data?.problem ?? null;
  const known = data?.playlists ?? [];
  const unknown = chosen.filter((id) => !known.some((playlist) => playlist.id === id)).map((id) => ({ id, title: say.unknown({ id }) }));
  const isTold = data !== undefined && problem === null;
  return (
    <Fieldset legend={say.of({ channel: channel.name })} aria-busy={isFetching}>
      <Stack gap="sm">
        {problem !== null && (
          <Alert color="red" role="alert">
            <Stack gap="xs" align="flex-start">
              <Text size="sm">
                {say.failed} {problem}
              </Text>
              <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
                {say.again}
              </Button>
            </Stack>
          </Alert>
        )}
        {data === undefined && error === null && (
          <Group gap="xs">
            <Loader size="sm" aria-hidden />
            <Text size="sm" role="status">
              {say.asking}
            </Text>
          </Group>
        )}
        {isTold && known.length === 0 && <Text size="sm">{say.none}</Text>}
        {[...known, ...unknown].map(({ id, title }) => (
          <Checkbox
            key={id}
            size="md"
            label={title}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
        {isTold && !data.isWhole && (
          <Text size="sm" c="dimmed">
            {say.more}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
