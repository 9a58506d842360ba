import { Button, Group, Menu, Stack, Text, Textarea } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { IconChevronDown } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { CounterList } from "./CounterList.tsx";
import { ownTextProblem } from "./checks.ts";
import { countersOf } from "./counters.ts";
import { networksWithOwnText, networksWithoutOwnText, withOwnText, withoutOwnText } from "./own-texts.ts";
import type { Composer } from "./use-composer.ts";
import { words } from "./words.ts";

/** What some networks get to read in place of the common text. */
export function OwnTextFields({ composer }: { readonly composer: Composer }) {
  const { draft, change, channels, problems } = composer;
  const [begun, setBegun] = useState<ChannelType | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const own = networksWithOwnText(draft.captions);
  const others = networksWithoutOwnText(draft.captions, channels);
  const isMarked = problems.captions !== undefined;
  const found = own.some((type) => ownTextProblem(draft, type) !== null);
  return (
    <Stack gap="md">
      {own.map((type) => (
        <Stack key={type} component="section" aria-label={words.own.label(type)} gap={6}>
          <Textarea
            label={words.own.label(type)}
            autosize
            minRows={3}
            maxRows={24}
            autoFocus={type === begun}
            value={draft.captions[type] ?? ""}
            error={isMarked ? ownTextProblem(draft, type) : null}
            {...(channels.some((channel) => channel.type === type) ? {} : { description: words.own.nowhere(type) })}
            onChange={({ currentTarget: { value } }) => change({ captions: { ...draft.captions, [type]: value } })}
          />
          <Group justify="space-between" align="flex-start">
            <CounterList
              counters={countersOf(
                draft,
                channels.filter((channel) => channel.type === type),
              )}
              label={words.own.counter(type)}
            />
            <Button
              variant="default"
              size="xs"
              aria-label={words.own.removeFrom(type)}
              onClick={() => {
                change({ captions: withoutOwnText(draft.captions, type) });
                opener.current?.focus();
              }}
            >
              {words.own.remove}
            </Button>
          </Group>
        </Stack>
      ))}
      {isMarked && !found && (
        <Text size="sm" c="var(--mantine-color-error)">
          {problems.captions}
        </Text>
      )}
      {others.length > 0 && (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button
              ref={opener}
              variant="default"
              size="xs"
              rightSection={<IconChevronDown size={16} aria-hidden />}
              style={{ alignSelf: "flex-start" }}
            >
              {words.own.add}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((type) => (
              <Menu.Item
                key={type}
                onClick={() => {
                  setBegun(type);
                  change({ captions: withOwnText(draft, type) });
                }}
              >
                {type}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Stack>
  );
}
