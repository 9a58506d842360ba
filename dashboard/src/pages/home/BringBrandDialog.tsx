import { Alert, Button, Checkbox, FileInput, Group, List, Progress, Stack, Text } from "@mantine/core";
import type { BroughtIn } from "@rostrum/contract/private/archives.ts";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { bringBrand } from "../../api/bring-brand.ts";
import { NotTaken } from "../../api/send-file.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { words } from "./words.ts";

/** Takes an archive that another installation made, says how far it is, and what there is to do once the brand is here. */
export function BringBrandDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [again, setAgain] = useState(false);
  const [share, setShare] = useState(0);
  const stop = useRef(new AbortController());
  const act = useAct(
    (archive: File) => {
      setShare(0);
      stop.current = new AbortController();
      return bringBrand(archive, { again, onSent: setShare, signal: stop.current.signal });
    },
    { changes: [["session"]], showsFailures: true },
  );
  const close = () => {
    stop.current.abort();
    act.reset();
    setFile(null);
    setAgain(false);
    onClose();
  };
  const wasHere = act.error instanceof NotTaken && act.error.status === 409;
  if (!isOpen) return null;
  if (act.isSuccess) return <Arrived brought={act.data} onClose={close} />;
  return (
    <FormDialog
      title={words.bring}
      lead={words.bringLead}
      submit={words.bringIn}
      isPending={act.isPending}
      canSubmit={file !== null}
      problem={act.error?.message ?? null}
      // Sending can take an hour, and Escape must not end it.
      isFirm={act.isPending}
      onSubmit={() => file !== null && act.mutate(file)}
      onClose={close}
    >
      <FileInput
        label={words.archive}
        placeholder={words.archiveHint}
        accept=".zip,application/zip"
        value={file}
        onChange={setFile}
        disabled={act.isPending}
      />
      {(wasHere || again) && (
        <Checkbox label={words.again} checked={again} onChange={({ currentTarget }) => setAgain(currentTarget.checked)} />
      )}
      {act.isPending && (
        <Stack gap="xs">
          <Text role="status">{share < 1 ? words.sending({ percent: Math.floor(share * 100) }) : words.taking}</Text>
          <Progress value={share * 100} animated={share === 1} aria-label={words.bringProgress} />
        </Stack>
      )}
    </FormDialog>
  );
}

function Arrived({ brought, onClose }: { readonly brought: BroughtIn; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { brandId, title, madeAt, counts, channels, draftsMade, undecided, queuedPosts, scheduledPosts } = brought;
  const open = () => {
    onClose();
    void navigate({ to: "/brands/$brandId/channels", params: { brandId } });
  };
  return (
    <Dialog onClose={onClose} title={words.bring} centered>
      <Stack>
        <Text role="status">{words.arrived({ title, when: printMoment(madeAt, ownZone()) })}</Text>
        <Text>{words.arrivedCounts({ posts: counts.posts, results: counts.publishedEntries, files: counts.media })}</Text>
        <List spacing="xs">
          {channels.length > 0 && <List.Item>{words.logIn({ names: channels.map(({ name }) => name).join(", ") })}</List.Item>}
          {draftsMade > 0 && <List.Item>{words.draftsMade({ count: draftsMade })}</List.Item>}
          {undecided > 0 && <List.Item>{words.undecided({ count: undecided })}</List.Item>}
          <List.Item>{words.waiting({ count: queuedPosts + scheduledPosts })}</List.Item>
        </List>
        <Alert color="yellow">{words.notTwice}</Alert>
        <Group justify="flex-end">
          <Button onClick={open}>{words.openArrived}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
