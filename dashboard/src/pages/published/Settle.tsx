import { Button, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import type { Result } from "@rostrum/contract/private/published.ts";
import { type FormEvent, useState } from "react";
import { CallFailed } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { useMarkPublished, useSendAgain } from "./actions.ts";
import { settleWords as words } from "./words.ts";

/** What a person found on the network, when nobody else can tell. */
export function Settle({ entry, brandId }: { readonly entry: Result; readonly brandId: number }) {
  const [address, setAddress] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const mark = useMarkPublished(brandId);
  const sendAgain = useSendAgain(brandId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = address.trim();
    setIsEmpty(given === "");
    if (given !== "") mark.mutate({ deliveryId: entry.id, address: given });
  };
  const isWrong = mark.error instanceof CallFailed && mark.error.fields.published !== undefined;
  const failure = isWrong ? words.addressWrong : mark.error?.message;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="settle">
      <Stack gap="md">
        <div>
          <Title order={3} size="h5" id="settle">
            {words.title}
          </Title>
          <Text size="sm">{words.lead}</Text>
        </div>
        <form onSubmit={submit} noValidate>
          <Stack gap="xs" align="flex-start">
            <Title order={4} size="h6">
              {words.isThere}
            </Title>
            <TextInput
              w="100%"
              type="url"
              label={words.address}
              description={words.addressHint}
              placeholder="https://"
              value={address}
              onChange={({ currentTarget: { value } }) => {
                setAddress(value);
                setIsEmpty(false);
              }}
              error={isEmpty ? words.addressMissing : failure}
            />
            <Button type="submit" loading={mark.isPending} disabled={sendAgain.isPending}>
              {words.save}
            </Button>
          </Stack>
        </form>
        <Stack gap="xs" align="flex-start">
          <Title order={4} size="h6">
            {words.isNotThere}
          </Title>
          <Group>
            <ConfirmButton
              label={words.sendAgain}
              question={words.question}
              consequence={words.consequence}
              loading={sendAgain.isPending}
              onConfirm={() => sendAgain.mutate(entry.id)}
            />
          </Group>
        </Stack>
      </Stack>
    </Paper>
  );
}
