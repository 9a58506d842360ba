import { Checkbox, Radio, Stack, Switch, TextInput } from "@mantine/core";
import { EVENT_TYPES, type EventType } from "@rostrum/contract/events.ts";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { useIsLeft } from "../../parts/use-is-left.ts";
import { type ListedWebhook, webhooksQuery } from "./queries.ts";
import type { ShownSecret } from "./SecretDialog.tsx";
import { eventWords, words } from "./words.ts";

interface EditDialogProps {
  readonly brandId: number;
  /** Null: a new one. */
  readonly webhook: ListedWebhook | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: ShownSecret) => void;
}

interface Given {
  readonly url: string;
  readonly description: string | null;
  readonly events: EventType[] | null;
  readonly asymmetric: boolean;
}

/** What somebody else changes meanwhile stays, unless it was touched here as well, also if it was typed back. */
function touchedOf(touched: ReadonlySet<keyof Given>, given: Given): Partial<Given> {
  return Object.fromEntries(Object.entries(given).filter(([field]) => touched.has(field as keyof Given)));
}

/** Where events are sent, which ones, and how they are signed. */
export function EditDialog({ brandId, webhook, onClose, onSecret }: EditDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [isAll, setAll] = useState(webhook === null || webhook.events === null);
  const [chosen, setChosen] = useState<string[]>([...(webhook?.events ?? [])]);
  const [asymmetric, setAsymmetric] = useState(webhook !== null && webhook.publicKey !== null);
  const [touched, setTouched] = useState<ReadonlySet<keyof Given>>(new Set());
  const touch = (field: keyof Given) => setTouched((known) => new Set([...known, field]));
  const [isChecked, setChecked] = useState(false);
  const isLeft = useIsLeft();
  const act = useAct(
    async () => {
      const events = isAll ? null : EVENT_TYPES.filter((type) => chosen.includes(type));
      const given = {
        url: url.trim(),
        description: description.trim() === "" ? null : description,
        events: events as EventType[] | null,
        asymmetric,
      };
      if (webhook !== null) await dataOf(api.updateWebhook({ webhookId: webhook.id, ...touchedOf(touched, given) }));
      else {
        const { secret, publicKey } = await dataOf(api.createWebhook({ brandId, ...given }));
        onSecret({ secret, publicKey, oldUntil: null });
      }
      // Another one may be open by now.
      if (!isLeft.current) onClose();
    },
    { changes: [webhooksQuery(brandId).queryKey], showsFailures: true, ...(webhook === null ? {} : { done: () => words.saved }) },
  );
  const { fields, other } = formErrors(act.error, ["url", "description"]);
  const isEmpty = !isAll && chosen.length === 0;
  const submit = () => {
    setChecked(true);
    if (!isEmpty) act.mutate(undefined);
  };
  return (
    <FormDialog
      title={webhook === null ? words.addTitle : words.editTitle}
      submit={webhook === null ? words.create : words.save}
      size="lg"
      isPending={act.isPending}
      problem={other}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={words.url}
        description={words.urlHint}
        type="url"
        required
        data-autofocus
        value={url}
        onChange={({ currentTarget }) => {
          touch("url");
          setUrl(currentTarget.value);
        }}
        error={fields.url}
      />
      <TextInput
        label={words.description}
        value={description}
        onChange={({ currentTarget }) => {
          touch("description");
          setDescription(currentTarget.value);
        }}
        error={fields.description}
      />
      <Radio.Group
        label={words.events}
        value={isAll ? "all" : "some"}
        onChange={(value) => {
          touch("events");
          setAll(value === "all");
        }}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="all" label={words.all} />
          <Radio value="some" label={words.some} />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <Checkbox.Group
          aria-label={words.some}
          value={chosen}
          onChange={(types) => {
            touch("events");
            setChosen(types);
          }}
          error={isChecked && isEmpty ? words.noneChosen : undefined}
        >
          <Stack gap="xs" pl="lg">
            {EVENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={eventWords(type)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Switch
        label={words.asymmetric}
        description={words.asymmetricHint}
        checked={asymmetric}
        onChange={({ currentTarget }) => {
          touch("asymmetric");
          setAsymmetric(currentTarget.checked);
        }}
      />
    </FormDialog>
  );
}
