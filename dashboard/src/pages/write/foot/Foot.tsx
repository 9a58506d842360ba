import { ActionIcon, Alert, Button, Kbd, Menu, Text } from "@mantine/core";
import { IconChevronUp } from "@tabler/icons-react";
import { networkName } from "../../../parts/look/networks.ts";
import { sentenceOf } from "../channels/ChannelColumn.tsx";
import { obstaclesOf, type Row } from "../channels/rows.ts";
import type { Outlook } from "../outlook.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import { CollectionPicker } from "./CollectionPicker.tsx";
import { Dial } from "./Dial.tsx";
import { FixPanel } from "./FixPanel.tsx";
import css from "./foot.module.css";
import type { Mending } from "./Mends.tsx";
import { WhenPicker } from "./WhenPicker.tsx";

interface FootProps {
  readonly composer: Composer;
  readonly collections: readonly { readonly id: number; readonly title: string }[];
  readonly outlook: Outlook;
  readonly rows: readonly Row[];
  readonly localDate: string | null;
  /** The word on the button that sends it. */
  readonly label: string;
  readonly isOff: boolean;
  readonly canGoOn: boolean;
  readonly isWhenOpen: boolean;
  readonly onWhen: (isOpen: boolean) => void;
  readonly mending: Mending;
  readonly onSend: () => void;
  readonly onSendAndNext: () => void;
}

/** Always in sight: where it goes, when, what will go out and what will not, and the buttons. */
export function Foot(props: FootProps) {
  const { composer, collections, outlook, rows, localDate, label, isOff, canGoOn, isWhenOpen, onWhen, mending, onSend, onSendAndNext } =
    props;
  const { draft, troubles, isSaving, isSending } = composer;
  const collection = collections.find(({ id }) => id === draft.collectionId) ?? null;
  const nextLabel = draft.when.mode === "QUEUE" ? words.foot.next : words.foot.nextScheduled;
  const isPlanned = draft.when.mode === "QUEUE" || draft.when.mode === "SCHEDULE";
  return (
    <section className={css.foot} aria-label={words.foot.label}>
      {troubles.length > 0 && (
        <Alert color="red" role="alert" className={css.troubles ?? ""}>
          {troubles.map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        </Alert>
      )}
      <div className={css.bar}>
        <CollectionPicker composer={composer} collections={collections} />
        <WhenPicker composer={composer} collection={collection} localDate={localDate} isOpen={isWhenOpen} onOpen={onWhen} />
        <Forecast outlook={outlook} rows={rows} mending={mending} />
        <div className={css.buttons}>
          {canGoOn && isPlanned && (
            <Button variant="default" size="md" className={css.next ?? ""} onClick={onSendAndNext} disabled={isOff || isSending}>
              {nextLabel}
            </Button>
          )}
          <Button size="md" onClick={onSend} disabled={isOff} loading={isSending || (isSaving && draft.when.mode !== "DRAFT")}>
            {label}
            <Kbd ml={8} size="xs" aria-hidden className={css.key ?? ""}>
              Ctrl ↵
            </Kbd>
          </Button>
          {canGoOn && isPlanned && (
            <Menu position="top-end" withinPortal shadow="md">
              <Menu.Target>
                <ActionIcon
                  className={css.ways ?? ""}
                  size={44}
                  variant="default"
                  aria-label={words.foot.menu}
                  disabled={isOff || isSending}
                >
                  <IconChevronUp size={20} stroke={1.75} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item mih={44} onClick={onSendAndNext}>
                  {nextLabel}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      </div>
    </section>
  );
}

type ForecastProps = Pick<FootProps, "outlook" | "rows" | "mending">;

function Forecast({ outlook, rows, mending }: ForecastProps) {
  const say = words.foot;
  const chosen = rows.filter(({ isIn }) => isIn);
  const obstacles = obstaclesOf(rows);
  const [first] = obstacles;
  const count = chosen.length - obstacles.length;
  if (!outlook.isWritten || rows.length === 0) {
    return (
      <div className={css.forecast}>
        <span className={css.sentence}>{say.nothing}</span>
      </div>
    );
  }
  const isUnknown = outlook.byChannel.size === 0;
  return (
    <div className={css.forecast} data-old={outlook.isOld || undefined}>
      {!isUnknown && <Dial part={count} all={chosen.length} />}
      <span className={css.sentence} role="status">
        <b>{outlook.error ?? (isUnknown ? say.checking : say.goesOut({ count, all: chosen.length }))}</b>
        {first !== undefined && <small>{say.first({ channel: networkName(first.channel.type), reason: sentenceOf(first) })}</small>}
      </span>
      {obstacles.length > 0 && <FixPanel obstacles={obstacles} mending={mending} />}
    </div>
  );
}
