import { Alert, Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import type { FeedType } from "@rostrum/contract/automations.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, CallFailed, dataOf, once } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
import { addressOf, type Draft, nameOf, newDraft } from "./draft.ts";
import { type Choice, Fields } from "./Fields.tsx";
import { PostsPreview } from "./PostsPreview.tsx";
import { words } from "./words.ts";

interface NewAutomationProps {
  readonly brandId: number;
  readonly zone: string;
  readonly collections: readonly Choice[];
  readonly onClose: () => void;
}

/** First the address, whose items are shown as posts; then what else there is to decide. */
export function NewAutomation({ brandId, zone, collections, onClose }: NewAutomationProps) {
  const [draft, setDraft] = useState(() => newDraft(collections[0]?.id ?? null));
  const preview = useMutation({ mutationFn: (given: Draft) => dataOf(api.previewAutomation({ brandId, ...bodyOf(given) })) });
  const create = useAct((given: Draft) => dataOf(once.createAutomation({ brandId, ...bodyOf(given) })), {
    done: ({ name }) => words.form.created({ name }),
    changes: [["brand", brandId, "automations"]],
    showsFailures: true,
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  /** What was found elsewhere, or refused, is of no interest any more. */
  const changeFeed = (part: Partial<Draft>) => {
    change(part);
    preview.reset();
    create.reset();
  };
  const look = () => {
    create.reset();
    const named = { ...draft, name: nameOf(draft), feedUrl: addressOf(draft.feedUrl) };
    setDraft(named);
    preview.mutate(named);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preview.data === undefined) look();
    else create.mutate(draft, { onSuccess: onClose });
  };
  const failure = create.error ?? preview.error;
  const errors = failure instanceof CallFailed ? failure.fields : {};
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={words.form.address}
          description={words.form.addressHint}
          type="url"
          required
          data-autofocus
          placeholder="https://blog.example"
          value={draft.feedUrl}
          onChange={({ currentTarget }) => changeFeed({ feedUrl: currentTarget.value })}
          error={errors.feedUrl === undefined ? null : `${errors.feedUrl} ${words.form.addressWrong}`}
        />
        <NativeSelect
          label={words.form.type}
          data={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
          value={draft.type}
          onChange={({ currentTarget }) => changeFeed({ type: currentTarget.value as FeedType })}
        />
        <Group>
          <Button variant={preview.data === undefined ? "filled" : "default"} type="button" onClick={look} loading={preview.isPending}>
            {preview.data === undefined ? words.form.look : words.form.lookAgain}
          </Button>
        </Group>
        {preview.data !== undefined && (
          <>
            <PostsPreview found={preview.data} zone={zone} />
            <Fields draft={draft} errors={errors} collections={collections} isNew onChange={change} />
          </>
        )}
        <Trouble error={failure} shown={preview.data === undefined ? ["feedUrl"] : SHOWN} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          {preview.data !== undefined && (
            <Button type="submit" loading={create.isPending}>
              {words.form.create}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Fields that show their own errors. */
const SHOWN = ["feedUrl", "name", "collectionId", "collection", "title", "caption", "importAsType", "refreshRate"];

/** What is said next to no field. */
export function Trouble({ error, shown = SHOWN }: { readonly error: Error | null; readonly shown?: readonly string[] }) {
  if (error === null) return null;
  const fields = error instanceof CallFailed ? Object.entries(error.fields) : [];
  const rest = fields.filter(([name]) => !shown.includes(name)).map(([, sentence]) => sentence);
  if (fields.length > 0 && rest.length === 0) return null;
  return (
    <Alert color="red" title={words.form.notPossible} role="alert">
      {rest.length > 0 ? rest.join(" ") : error.message}
    </Alert>
  );
}

function bodyOf({ collectionId, ...draft }: Draft) {
  return { ...draft, collectionId: collectionId ?? 0 };
}
