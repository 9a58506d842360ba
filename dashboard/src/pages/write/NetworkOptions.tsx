import { Button, Fieldset, NativeSelect, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { PlatformOptions } from "@rostrum/contract/platform-options.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { useState } from "react";
import { hasOtherPlaylists, listOf, listText, playlistsOf, withOptions, withoutOtherPlaylists, withPlaylists } from "./options.ts";
import { Playlists } from "./Playlists.tsx";
import { words } from "./words.ts";

const WITH_OPTIONS: readonly ChannelType[] = ["Instagram", "Facebook", "TikTok", "YouTube", "Google Business"];

export function hasOptions(types: readonly ChannelType[]): boolean {
  return types.some((type) => WITH_OPTIONS.includes(type));
}

interface NetworkOptionsProps {
  readonly channels: readonly WritingChannel[];
  readonly options: PlatformOptions;
  readonly error: string | undefined;
  readonly onChange: (options: PlatformOptions) => void;
}

/** What single networks can do besides, for those of the collection. */
export function NetworkOptions({ channels, options, error, onChange }: NetworkOptionsProps) {
  const types = channels.map(({ type }) => type);
  const ids = channels.map(({ id }) => id);
  const say = words.options;
  const { instagram, facebook, tiktok, youtube, googlemybusiness } = options;
  return (
    <Stack gap="sm">
      {types.includes("Instagram") && (
        <Fieldset legend="Instagram">
          <Stack gap="sm">
            <ListField
              label={say.collab}
              hint={say.collabHint}
              value={instagram?.collab}
              onChange={(collab) => onChange(withOptions(options, "instagram", { collab }))}
            />
            <NativeSelect
              label={say.trialReel}
              value={instagram?.trialReel ?? ""}
              data={Object.entries(say.trialReels).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget: { value } }) => onChange(withOptions(options, "instagram", { trialReel: value }))}
            />
            <NativeSelect
              label={say.shareToFeed}
              value={instagram?.shareToFeed === undefined ? "" : String(instagram.shareToFeed)}
              data={Object.entries(say.sharesToFeed).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget: { value } }) =>
                onChange(withOptions(options, "instagram", { shareToFeed: value === "" ? undefined : value === "true" }))
              }
            />
          </Stack>
        </Fieldset>
      )}
      {types.includes("Facebook") && (
        <Fieldset legend="Facebook">
          <Stack gap="sm">
            <ListField
              label={say.collab}
              hint={say.collabHint}
              value={facebook?.collab}
              onChange={(collab) => onChange(withOptions(options, "facebook", { collab }))}
            />
          </Stack>
        </Fieldset>
      )}
      {types.includes("TikTok") && (
        <Fieldset legend="TikTok">
          <Stack gap="sm">
            <Flag
              label={say.sendToInbox}
              value={tiktok?.sendToInbox}
              onChange={(sendToInbox) => onChange(withOptions(options, "tiktok", { sendToInbox }))}
            />
            <Flag
              label={say.autoAddMusic}
              value={tiktok?.autoAddMusic}
              onChange={(autoAddMusic) => onChange(withOptions(options, "tiktok", { autoAddMusic }))}
            />
          </Stack>
        </Fieldset>
      )}
      {types.includes("YouTube") && (
        <Fieldset legend="YouTube">
          <Stack gap="sm">
            <ListField
              label={say.tags}
              hint={say.tagsHint}
              value={youtube?.tags}
              onChange={(tags) => onChange(withOptions(options, "youtube", { tags }))}
            />
            {channels
              .filter(({ type }) => type === "YouTube")
              .map((channel) => (
                <Playlists
                  key={channel.id}
                  channel={channel}
                  chosen={playlistsOf(options, channel.id)}
                  onChange={(ids) => onChange(withPlaylists(options, channel.id, ids))}
                />
              ))}
          </Stack>
        </Fieldset>
      )}
      {types.includes("Google Business") && (
        <Fieldset legend="Google Business">
          <Flag
            label={say.uploadToPhotosSection}
            value={googlemybusiness?.uploadToPhotosSection}
            onChange={(uploadToPhotosSection) => onChange(withOptions(options, "googlemybusiness", { uploadToPhotosSection }))}
          />
        </Fieldset>
      )}
      {error !== undefined && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      {error !== undefined && hasOtherPlaylists(options, ids) && (
        <Button variant="default" size="xs" onClick={() => onChange(withoutOtherPlaylists(options, ids))}>
          {say.removePlaylists}
        </Button>
      )}
    </Stack>
  );
}

interface ListFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string | readonly string[] | undefined;
  readonly onChange: (list: string[]) => void;
}

/** Holds the text as typed: a comma at its end is not lost. */
function ListField({ label, hint, value, onChange }: ListFieldProps) {
  const [text, setText] = useState(() => listText(value));
  return (
    <TextInput
      label={label}
      description={hint}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        onChange(listOf(typed));
      }}
    />
  );
}

function Flag({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: boolean | undefined;
  /** Off is not said: the network's own default is off, too. */
  readonly onChange: (value: true | undefined) => void;
}) {
  return <Switch label={label} checked={value ?? false} onChange={({ currentTarget: { checked } }) => onChange(checked || undefined)} />;
}
