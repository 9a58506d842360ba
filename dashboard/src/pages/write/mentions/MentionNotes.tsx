import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { locale } from "../../../language/language.ts";
import { networkName } from "../../../parts/look/networks.ts";
import { words } from "../words.ts";
import { partlyKnown } from "./typed.ts";

const NOTES_MAX = 3;
const PAUSE_MS = 1000;
const list = new Intl.ListFormat(locale, { type: "conjunction" });

/** On which of the networks that get a text its mentions name somebody, where that is not on all of them. */
export function MentionNotes({ text, types }: { readonly text: string; readonly types: readonly ChannelType[] }) {
  // Not while one is being typed.
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const namesOf = (those: readonly ChannelType[]) => list.format(those.map(networkName));
  return partlyKnown(settled, types)
    .slice(0, NOTES_MAX)
    .map(({ mention, named, plain }) => (
      <Text key={mention} size="sm" c="var(--text-2)" mb={8} style={{ overflowWrap: "anywhere" }}>
        {words.editor.people.partly({ mention, named: namesOf(named), plain: namesOf(plain) })}
      </Text>
    ));
}
