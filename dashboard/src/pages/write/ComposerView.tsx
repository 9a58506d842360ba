import { Alert, Box, Button, Grid, Group, Stack, Text } from "@mantine/core";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { DropOverlay } from "../../parts/DropOverlay.tsx";
import { LeaveGuard } from "../../parts/LeaveGuard.tsx";
import { useGivenFiles } from "../../parts/use-given-files.ts";
import { CollectionField } from "./CollectionField.tsx";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { Extras } from "./Extras.tsx";
import { FilesField } from "./FilesField.tsx";
import { Previews } from "./Previews.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { TextField } from "./TextField.tsx";
import { type Composer, type ComposerFacts, useComposer } from "./use-composer.ts";
import { useFiles } from "./use-files.ts";
import { WhenField } from "./WhenField.tsx";
import { words } from "./words.ts";

type Post = PrivateOutput<"showPost"> | null;

interface ComposerViewProps extends ComposerFacts {
  readonly post: Post;
  readonly collections: readonly { readonly id: number; readonly title: string }[];
  /** Files that were shared with it. */
  readonly files?: readonly File[];
}

const NONE: readonly File[] = [];

/** Where a post is written: on the left what it is, on the right what it becomes. */
export function ComposerView({ collections, files: shared = NONE, ...facts }: ComposerViewProps) {
  const composer = useComposer(facts);
  const files = useFiles(composer);
  const { draft, change, problems, edition } = composer;
  const { add } = files;
  const isUploading = files.uploads.some(({ state }) => state.kind !== "failed");
  const failed = files.uploads.filter(({ state }) => state.kind === "failed").length;
  const [address, setAddress] = useState<string | null>(null);
  const isTyped = (address ?? "").trim() !== "";
  const missing = [...(failed === 0 ? [] : [words.files.notUploaded(failed)]), ...(isTyped ? [words.files.addressNotAdded] : [])];
  const isOver = useGivenFiles(add);
  useEffect(() => {
    if (shared.length > 0) add(shared);
  }, [shared, add]);
  return (
    <>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {composer.isRestored && (
              <Alert color="blue">
                <Group justify="space-between">
                  <Text>{words.restored}</Text>
                  <Button size="xs" variant="default" onClick={composer.startOver}>
                    {words.startOver}
                  </Button>
                </Group>
              </Alert>
            )}
            <CollectionField collections={collections} composer={composer} />
            <TextField composer={composer} />
            <FilesField composer={composer} files={files} address={address} onAddress={setAddress} />
            <Extras key={edition} composer={composer} />
            <WhenField
              draft={draft}
              zone={composer.zone}
              post={facts.post}
              before={composer.base?.draft.when ?? null}
              error={problems.scheduledAt}
              onChange={(when) => change({ when })}
            />
            <SendBar composer={composer} isUploading={isUploading} missing={missing} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Previews composer={composer} />
        </Grid.Col>
      </Grid>
      {isOver && <DropOverlay text={words.files.dropHere} />}
      <ConflictDialog composer={composer} collections={collections} />
      <LeaveGuard
        isNeeded={files.uploads.length > 0 || isTyped}
        isOther={isOtherPost}
        {...(files.uploads.length > 0 ? words.leaving.uploads : words.leaving.address)}
      />
    </>
  );
}

/** A new post that becomes a draft is the same one. */
function isOtherPost(current: object, next: object): boolean {
  const draftIn = (search: object) => ("draft" in search ? search.draft : undefined);
  return draftIn(current) !== undefined && draftIn(current) !== draftIn(next);
}

interface SendBarProps {
  readonly composer: Composer;
  readonly isUploading: boolean;
  readonly missing: readonly string[];
}

function SendBar({ composer, isUploading, missing }: SendBarProps) {
  const { draft, base, troubles, isSaving, isSending, isStored, send, saveDraft, undo, redo, canUndo, canRedo } = composer;
  const stays = base !== null && JSON.stringify(base.draft.when) === JSON.stringify(draft.when);
  const label = stays && draft.when.mode !== "DRAFT" ? words.save : words.send[draft.when.mode];
  const isDraft = base?.draft.when.mode === "DRAFT";
  const saved = stays ? words.state.saved : isDraft ? words.state.savedAsDraft(label) : words.state.savedButWhen(label);
  // What is no draft has no other place to be saved in than the chosen one, but to save is not to publish.
  const save = () => (base === null || isDraft || draft.when.mode === "IMMEDIATE" ? saveDraft(missing) : send(missing));
  const trouble = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (troubles.length > 0) trouble.current?.scrollIntoView({ block: "nearest" });
  }, [troubles]);
  return (
    <Stack gap="sm">
      {troubles.length > 0 && (
        <Alert ref={trouble} color="red" role="alert">
          {troubles.map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
        </Alert>
      )}
      <Group>
        <Button onClick={() => void send(missing)} disabled={isUploading} loading={isSending || (isSaving && draft.when.mode !== "DRAFT")}>
          {label}
        </Button>
        {draft.when.mode !== "DRAFT" && (base === null || base.draft.when.mode === "DRAFT") && (
          <Button variant="default" onClick={() => void saveDraft()} disabled={isUploading || isSaving || isSending}>
            {words.saveDraft}
          </Button>
        )}
        <Button variant="default" onClick={undo} disabled={!canUndo} leftSection={<IconArrowBackUp size={16} aria-hidden />}>
          {words.undo}
        </Button>
        <Button variant="default" onClick={redo} disabled={!canRedo} leftSection={<IconArrowForwardUp size={16} aria-hidden />}>
          {words.redo}
        </Button>
        <Shortcuts onSend={() => void send(missing)} onSave={() => void save()} onUndo={undo} onRedo={redo} isOff={isUploading} />
      </Group>
      <Box role="status" aria-live="polite">
        <Text size="sm" c="dimmed">
          {isSaving ? words.state.saving : isStored ? saved : base === null ? words.state.new : words.state.unsaved}
        </Text>
      </Box>
    </Stack>
  );
}
