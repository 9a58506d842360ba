import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { FeedType } from "@rostrum/contract/automations.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, once } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { addressOf, type Draft, nameOf, newDraft } from "./draft.ts";
import { type Choice, FIELDS, Fields } from "./Fields.tsx";
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
  /** Stays when the address, asked once more, is refused: what was typed for it is of use as soon as it answers again. */
  const [found, setFound] = useState<PrivateOutput<"previewAutomation"> | null>(null);
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
    setFound(null);
    preview.reset();
    create.reset();
  };
  const look = () => {
    create.reset();
    const named = { ...draft, name: nameOf(draft), feedUrl: addressOf(draft.feedUrl) };
    setDraft(named);
    preview.mutate(named, { onSuccess: setFound });
  };
  const { fields, other } = formErrors(create.error ?? preview.error, found === null ? ["feedUrl"] : FIELDS);
  return (
    <FormDialog
      title={words.new}
      submit={found === null ? words.form.look : words.form.create}
      size="lg"
      isPending={found === null ? preview.isPending : create.isPending}
      problem={other}
      foot={
        found === null ? undefined : (
          <Button variant="subtle" onClick={look} loading={preview.isPending}>
            {words.form.lookAgain}
          </Button>
        )
      }
      onSubmit={() => (found === null ? look() : create.mutate(draft, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <TextInput
        label={words.form.address}
        description={words.form.addressHint}
        type="url"
        required
        data-autofocus
        placeholder="https://blog.example"
        value={draft.feedUrl}
        onChange={({ currentTarget }) => changeFeed({ feedUrl: currentTarget.value })}
        error={fields.feedUrl === undefined ? null : `${fields.feedUrl} ${words.form.addressWrong}`}
      />
      <NativeSelect
        label={words.form.type}
        data={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
        value={draft.type}
        onChange={({ currentTarget }) => changeFeed({ type: currentTarget.value as FeedType })}
      />
      {found !== null && (
        <>
          <PostsPreview found={found} zone={zone} />
          <Fields draft={draft} errors={fields} collections={collections} isNew onChange={change} />
        </>
      )}
    </FormDialog>
  );
}

function bodyOf({ collectionId, ...draft }: Draft) {
  return { ...draft, collectionId: collectionId ?? 0 };
}
