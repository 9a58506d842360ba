import type { KeyboardEvent } from "react";
import { NetworkDisc } from "../look/NetworkDisc.tsx";
import { networkName } from "../look/networks.ts";
import type { State } from "../look/state.ts";
import css from "./ChannelTabs.module.css";
import type { PreviewChannel } from "./NetPreview.tsx";
import { words } from "./words.ts";

type Channel = Pick<PreviewChannel, "id" | "name" | "type">;

interface ChannelTabsProps {
  readonly label: string;
  /** The id of what shows the chosen channel. */
  readonly panelId: string;
  readonly channels: readonly Channel[];
  readonly current: number;
  readonly onChoose: (id: number) => void;
  /** What is drawn on a channel's disc and said behind its name; null for nothing. */
  readonly markOf: (id: number) => { readonly state: State; readonly note: string } | null;
}

/** The channels of a post as discs, of which one is shown; arrows step through them. */
export function ChannelTabs({ label, panelId, channels, current, onChoose, markOf }: ChannelTabsProps) {
  const step = (event: KeyboardEvent, index: number) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = by === undefined ? undefined : channels[(index + by + channels.length) % channels.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(channelTabId(panelId, next.id))?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={css.tabs}>
      {channels.map((channel, index) => {
        const { id, type } = channel;
        const mark = markOf(id);
        const name = words.tab({ network: networkName(type), channel: channel.name });
        return (
          <button
            key={id}
            type="button"
            role="tab"
            id={channelTabId(panelId, id)}
            aria-selected={id === current}
            aria-controls={panelId}
            aria-label={mark === null ? name : `${name}, ${mark.note}`}
            title={name}
            tabIndex={id === current ? 0 : -1}
            className={css.tab}
            onClick={() => onChoose(id)}
            onKeyDown={(event) => step(event, index)}
          >
            <NetworkDisc type={type} size={28} isNamed {...(mark === null ? {} : { state: mark.state })} />
          </button>
        );
      })}
    </div>
  );
}

/** The id of a channel's tab, by which its panel is labelled. */
export function channelTabId(panelId: string, id: number): string {
  return `${panelId}-${id}`;
}
