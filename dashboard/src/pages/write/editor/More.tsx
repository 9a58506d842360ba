import { Stack, TextInput, UnstyledButton } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { NetworkDisc } from "../../../parts/look/NetworkDisc.tsx";
import { networkName } from "../../../parts/look/networks.ts";
import { hasOptions, NetworkOptions } from "../NetworkOptions.tsx";
import { PreferenceFields } from "../PreferenceFields.tsx";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import css from "./editor.module.css";

interface MoreProps {
  readonly composer: Composer;
  /** The network whose text is shown: only its own options are. Null: those of all. */
  readonly tab: ChannelType | null;
}

/** What most posts do without, folded away until it is used: title and link, and what single networks can do besides. */
export function More({ composer, tab }: MoreProps) {
  const { draft, change, problems, channels } = composer;
  const say = words.extras;
  const types = [...new Set(channels.map(({ type }) => type))].filter((type) => tab === null || type === tab);
  const withMore = types.filter((type) => hasOptions([type]) || preferring(composer, type).length > 0);
  const isUsed = draft.title !== "" || draft.link !== "";
  return (
    <div className={css.more}>
      {tab === null && (
        <Fold label={words.editor.moreAll} isUsed={isUsed} isFaulty={problems.title !== undefined || problems.link !== undefined}>
          <TextInput
            label={say.titleField}
            description={say.titleHint}
            value={draft.title}
            error={problems.title}
            onChange={({ currentTarget: { value } }) => change({ title: value })}
          />
          <TextInput
            label={say.linkField}
            description={say.linkHint}
            type="url"
            value={draft.link}
            error={problems.link}
            onChange={({ currentTarget: { value } }) => change({ link: value })}
          />
        </Fold>
      )}
      {withMore.map((type) => (
        <Fold
          key={type}
          label={words.editor.more({ network: networkName(type) })}
          disc={<NetworkDisc type={type} size={16} isNamed />}
          isUsed={hasChosen(composer, type)}
          isFaulty={problems.platforms !== undefined || problems.preferences !== undefined}
        >
          <NetworkOptions
            channels={channels.filter((channel) => channel.type === type)}
            options={draft.platforms}
            error={problems.platforms}
            onChange={(platforms) => change({ platforms })}
          />
          <PreferenceFields
            channels={preferring(composer, type)}
            own={draft.preferences}
            error={problems.preferences}
            onChange={(preferences) => change({ preferences })}
          />
        </Fold>
      ))}
      {tab === null && withMore.length === 0 && problems.platforms !== undefined && (
        <NetworkOptions
          channels={channels}
          options={draft.platforms}
          error={problems.platforms}
          onChange={(platforms) => change({ platforms })}
        />
      )}
    </div>
  );
}

function preferring({ channels }: Composer, type: ChannelType) {
  return channels.filter((channel) => channel.type === type && channel.preferences.some(({ perPost }) => perPost));
}

const OPTION_NAMES: Readonly<Partial<Record<ChannelType, "instagram" | "facebook" | "tiktok" | "youtube" | "googlemybusiness">>> = {
  Instagram: "instagram",
  Facebook: "facebook",
  TikTok: "tiktok",
  YouTube: "youtube",
  "Google Business": "googlemybusiness",
};

function hasChosen(composer: Composer, type: ChannelType): boolean {
  const { draft } = composer;
  const name = OPTION_NAMES[type];
  const isSet = name !== undefined && draft.platforms[name] !== undefined;
  return isSet || preferring(composer, type).some(({ id }) => Object.keys(draft.preferences[id] ?? {}).length > 0);
}

interface FoldProps {
  readonly label: string;
  readonly disc?: ReactNode;
  readonly isUsed: boolean;
  /** What has to be mended is never folded away. */
  readonly isFaulty: boolean;
  readonly children: ReactNode;
}

function Fold({ label, disc, isUsed, isFaulty, children }: FoldProps) {
  const [wanted, setOpen] = useState(isUsed);
  const isOpen = wanted || isFaulty;
  return (
    <div className={css.fold}>
      <UnstyledButton className={css.foldHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {disc}
        {label}
        <IconChevronDown size={16} stroke={1.75} aria-hidden style={isOpen ? { transform: "rotate(180deg)" } : {}} />
      </UnstyledButton>
      {isOpen && (
        <Stack gap="sm" pb="md">
          {children}
        </Stack>
      )}
    </div>
  );
}
