import { Button, Menu, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { NetworkDisc } from "../../../parts/look/NetworkDisc.tsx";
import { networkName } from "../../../parts/look/networks.ts";
import { ownTextProblem } from "../checks.ts";
import { MentionArea } from "../mentions/MentionArea.tsx";
import { MentionNotes } from "../mentions/MentionNotes.tsx";
import { groundOf } from "../mentions/use-suggestions.ts";
import type { Outlook } from "../outlook.ts";
import { networksWithOwnText, networksWithoutOwnText, withOwnText, withoutOwnText } from "../own-texts.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import css from "./editor.module.css";
import { More } from "./More.tsx";
import { Parts } from "./Parts.tsx";
import { Thread } from "./Thread.tsx";
import { Toolbar } from "./Toolbar.tsx";

interface EditorProps {
  readonly composer: Composer;
  readonly outlook: Outlook;
  /** Null: the text of all channels; else that of one network. */
  readonly tab: ChannelType | null;
  readonly onTab: (tab: ChannelType | null) => void;
  /** Between the text and what can be added to it. */
  readonly media: ReactNode;
}

/** The text, of all channels or of one network, and all that belongs to it. */
export function Editor({ composer, outlook, tab: wanted, onTab, media }: EditorProps) {
  const { draft, change, channels, edition } = composer;
  const opener = useRef<HTMLButtonElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const own = networksWithOwnText(draft.captions);
  const others = networksWithoutOwnText(draft.captions, channels);
  // Its text may have been taken back.
  const tab = wanted !== null && own.includes(wanted) ? wanted : null;
  const text = tab === null ? draft.caption : (draft.captions[tab] ?? "");
  const setText = (next: string) => change(tab === null ? { caption: next } : { captions: { ...draft.captions, [tab]: next } });
  const ground = groundOf(composer, tab);
  const customize = (type: ChannelType) => {
    change({ captions: withOwnText(draft, type) });
    onTab(type);
  };
  return (
    <div className={css.editor}>
      <div className={css.inside}>
        <div className={css.tabs}>
          <button type="button" aria-pressed={tab === null} className={css.tab} onClick={() => onTab(null)}>
            {words.editor.all}
          </button>
          {own.map((type) => (
            <button key={type} type="button" aria-pressed={tab === type} className={css.tab} onClick={() => onTab(type)}>
              <NetworkDisc type={type} size={16} isNamed />
              {networkName(type)}
            </button>
          ))}
          {others.length > 0 && (
            <Menu position="bottom-start" returnFocus={false}>
              <Menu.Target>
                <button ref={opener} type="button" className={css.tab}>
                  <IconPlus size={16} stroke={1.75} aria-hidden />
                  {words.editor.customize}
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map((type) => (
                  <Menu.Item key={type} leftSection={<NetworkDisc type={type} size={18} isNamed />} onClick={() => customize(type)}>
                    {networkName(type)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
        {draft.isThread ? (
          <Thread
            key={`${tab} ${edition}`}
            composer={composer}
            outlook={outlook}
            type={tab}
            text={text}
            error={textProblemOf(composer, tab)}
            onChange={setText}
          />
        ) : (
          <MentionArea
            key={tab}
            ref={area}
            aria-label={tab === null ? words.text : words.editor.ownLabel({ network: tab })}
            placeholder={words.textPlaceholder}
            variant="unstyled"
            autosize
            minRows={4}
            classNames={{ input: css.text ?? "" }}
            autoFocus={tab !== null}
            value={text}
            error={textProblemOf(composer, tab)}
            ground={ground}
            onText={setText}
          />
        )}
        {tab !== null && (
          <div className={css.ownNote}>
            {!channels.some(({ type }) => type === tab) && <Text size="sm">{words.editor.nowhere({ network: tab })}</Text>}
            <Button
              variant="default"
              size="xs"
              aria-label={words.editor.removeFrom({ network: tab })}
              onClick={() => {
                change({ captions: withoutOwnText(draft.captions, tab) });
                onTab(null);
                opener.current?.focus();
              }}
            >
              {words.editor.remove}
            </Button>
          </div>
        )}
        <MentionNotes text={text} types={ground.types} />
        {!draft.isThread && <Toolbar area={area} text={text} onChange={setText} />}
        {media}
        <Parts composer={composer} />
        <More key={edition} composer={composer} tab={tab} />
      </div>
    </div>
  );
}

function textProblemOf({ draft, problems }: Composer, tab: ChannelType | null): string | null {
  if (tab === null) return problems.caption ?? problems.captions ?? null;
  return problems.captions === undefined ? null : (ownTextProblem(draft, tab) ?? problems.captions);
}
