import { Alert, Button, Group, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { WholePost, WritingChannel } from "@rostrum/contract/private/writing.ts";
import { type ReactNode, useEffect, useState } from "react";
import { DropOverlay } from "../../parts/DropOverlay.tsx";
import { LeaveGuard } from "../../parts/LeaveGuard.tsx";
import { useGivenFiles } from "../../parts/use-given-files.ts";
import { useFullPage, useOwnFoot, useRail } from "../../shell/frame.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { ChannelColumn } from "./channels/ChannelColumn.tsx";
import { type Obstacle, obstaclesOf, rowsOf } from "./channels/rows.ts";
import { Editor } from "./editor/Editor.tsx";
import { AskDialog } from "./foot/AskDialog.tsx";
import { Foot } from "./foot/Foot.tsx";
import { Mends } from "./foot/Mends.tsx";
import { lacksTimes } from "./foot/times.ts";
import { Head } from "./Head.tsx";
import { MediaStrip } from "./media/MediaStrip.tsx";
import { useCrop } from "./media/use-crop.tsx";
import { words as filesWords } from "./media/words.ts";
import { useOutlook } from "./outlook.ts";
import { withOwnText } from "./own-texts.ts";
import { Preview } from "./preview/Preview.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { type ComposerFacts, useComposer } from "./use-composer.ts";
import { useFiles } from "./use-files.ts";
import { words } from "./words.ts";
import css from "./write.module.css";

interface WorkspaceProps extends ComposerFacts {
  readonly title: string;
  readonly post: WholePost | null;
  readonly collections: readonly { readonly id: number; readonly title: string }[];
  /** Files that were shared with it. */
  readonly files?: readonly File[];
  /** Whether another post can be written after it. */
  readonly canGoOn: boolean;
  readonly onClose: () => void;
  /** What else can be done with the post. */
  readonly children?: ReactNode;
}

const NONE: readonly File[] = [];

interface Asked {
  readonly obstacles: readonly Obstacle[];
  readonly others: number;
  readonly goesOn: boolean;
}

/** Where a post is written: its channels, the text, what becomes of it, and the foot with which it is sent. */
export function Workspace({ title, collections, files: shared = NONE, canGoOn, onClose, children, ...facts }: WorkspaceProps) {
  useRail();
  useOwnFoot();
  useFullPage();
  const composer = useComposer(facts);
  const files = useFiles(composer);
  const crop = useCrop(composer);
  const outlook = useOutlook(composer);
  const [tab, setTab] = useState<ChannelType | null>(null);
  const [isWhenOpen, setWhenOpen] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const { draft, base, channels } = composer;
  const { add } = files;
  const rows = rowsOf({ draft, channels, ...outlook });
  const isUploading = files.uploads.some(({ state }) => state.kind !== "failed");
  const failed = files.uploads.filter(({ state }) => state.kind === "failed").length;
  const isTyped = (address ?? "").trim() !== "";
  const missing = [...(failed === 0 ? [] : [filesWords.notUploaded({ count: failed })]), ...(isTyped ? [filesWords.addressNotAdded] : [])];
  const isOver = useGivenFiles(add);
  useEffect(() => {
    if (shared.length > 0) add(shared);
  }, [shared, add]);

  const isDraft = base === null || base.draft.when.mode === "DRAFT";
  const stays = base !== null && JSON.stringify(base.draft.when) === JSON.stringify(draft.when);
  const label = stays && draft.when.mode !== "DRAFT" ? words.save : words.send[draft.when.mode];
  const saved = stays
    ? words.state.saved
    : isDraft
      ? words.state.savedAsDraft({ button: label })
      : words.state.savedButWhen({ button: label });
  const state = composer.isSaving ? words.state.saving : composer.isStored ? saved : base === null ? words.state.new : words.state.unsaved;

  const sendNow = (goesOn: boolean) => void composer.send(missing, { goesOn });
  const send = async (goesOn: boolean) => {
    if (isUploading) return;
    if (lacksTimes(draft.when, composer.queue)) return setWhenOpen(true);
    const isAsking = !stays && draft.when.mode !== "DRAFT" && composer.isSendable && missing.length === 0;
    const byChannel = isAsking ? await outlook.now() : null;
    const now = byChannel === null ? [] : rowsOf({ draft, channels, byChannel, isWritten: true });
    const obstacles = obstaclesOf(now);
    if (obstacles.length === 0) return sendNow(goesOn);
    setAsked({ obstacles, others: now.filter(({ isIn }) => isIn).length - obstacles.length, goesOn });
  };
  // What is no draft has no other place to be saved in than the chosen one, but to save is not to publish.
  const save = () => (isDraft || draft.when.mode === "IMMEDIATE" ? composer.saveDraft(missing) : composer.send(missing));
  const shorten = (type: ChannelType, over: number) => {
    if (draft.captions[type] === undefined) composer.change({ captions: withOwnText(draft, type) });
    setTab(type);
    // Once the field is there.
    setTimeout(() => markEnd(over), 50);
  };
  const mending = { composer, crop, onShorten: shorten };
  const fix = ({ id }: WritingChannel) => {
    const obstacle = obstaclesOf(rows).find(({ channel }) => channel.id === id);
    return obstacle !== undefined && <Mends {...mending} obstacle={obstacle} />;
  };
  return (
    <>
      <div className={css.space}>
        <Head
          title={title}
          composer={composer}
          state={state}
          canSaveDraft={draft.when.mode !== "DRAFT" && isDraft}
          isOff={isUploading}
          onClose={onClose}
          onSaveDraft={() => void composer.saveDraft()}
        >
          {children}
          <Shortcuts
            onSend={() => void send(false)}
            onSendAndNext={() => void (canGoOn ? send(true) : send(false))}
            onSave={() => void save()}
            onUndo={composer.undo}
            onRedo={composer.redo}
            isOff={isUploading}
          />
        </Head>
        <div className={css.notes}>
          {composer.isRestored && (
            <Alert color="blue" p="xs">
              <Group justify="space-between">
                <Text size="sm">{words.restored}</Text>
                <Button size="xs" variant="default" onClick={composer.startOver}>
                  {words.startOver}
                </Button>
              </Group>
            </Alert>
          )}
        </div>
        <div className={css.columns}>
          <ChannelColumn
            composer={composer}
            outlook={outlook}
            rows={rows}
            collection={collections.find(({ id }) => id === draft.collectionId) ?? null}
          />
          <Editor
            composer={composer}
            outlook={outlook}
            tab={tab}
            onTab={setTab}
            media={<MediaStrip composer={composer} files={files} crop={crop} address={address} onAddress={setAddress} />}
          />
          <div className={css.preview}>
            <Preview composer={composer} fix={fix} />
          </div>
        </div>
        <Foot
          composer={composer}
          collections={collections}
          outlook={outlook}
          rows={rows}
          localDate={facts.post?.localDate ?? null}
          label={label}
          isOff={isUploading}
          canGoOn={canGoOn && isDraft}
          isWhenOpen={isWhenOpen}
          onWhen={setWhenOpen}
          mending={mending}
          onSend={() => void send(false)}
          onSendAndNext={() => void send(true)}
        />
      </div>
      {asked !== null && draft.when.mode !== "DRAFT" && (
        <AskDialog
          obstacles={asked.obstacles}
          others={asked.others}
          mending={mending}
          mode={draft.when.mode}
          onClose={() => setAsked(null)}
          onSend={() => {
            setAsked(null);
            sendNow(asked.goesOn);
          }}
        />
      )}
      {crop.dialog}
      {isOver && <DropOverlay text={filesWords.dropHere} />}
      <ConflictDialog composer={composer} collections={collections} />
      <LeaveGuard
        isNeeded={files.uploads.length > 0 || isTyped}
        isOther={isOtherPost}
        {...(files.uploads.length > 0 ? words.leaving.uploads : words.leaving.address)}
      />
    </>
  );
}

/** Selects the end of the text that is shown, so that what is too much of it can be typed over. */
function markEnd(over: number): void {
  const field = document.querySelector<HTMLTextAreaElement>("main textarea");
  if (field === null) return;
  const kept = [...field.value].slice(0, -over).join("").length;
  field.focus();
  field.setSelectionRange(kept, field.value.length);
}

/** A new post that becomes a draft is the same one. */
function isOtherPost(current: object, next: object): boolean {
  const draftIn = (search: object) => ("draft" in search ? search.draft : undefined);
  return draftIn(current) !== undefined && draftIn(current) !== draftIn(next);
}
