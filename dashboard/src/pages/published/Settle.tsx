import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import type { Result } from "@rostrum/contract/private/published.ts";
import { type FormEvent, useState } from "react";
import { CallFailed } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { useMarkPublished, useSendAgain } from "./actions.ts";
import css from "./published.module.css";
import { words as story } from "./story-words.ts";

const words = story.settle;

interface SettleProps {
  readonly result: Result;
  readonly brandId: number;
  readonly network: string;
}

/** What a person found on the network, when nobody else can tell. */
export function Settle({ result, brandId, network }: SettleProps) {
  const [address, setAddress] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const mark = useMarkPublished(brandId);
  const sendAgain = useSendAgain(brandId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = address.trim();
    setIsEmpty(given === "");
    if (given !== "") mark.mutate({ deliveryId: result.id, address: given });
  };
  const isWrong = mark.error instanceof CallFailed && mark.error.fields.published !== undefined;
  const failure = isWrong ? words.addressWrong : mark.error?.message;
  return (
    <Stack gap="sm" component="section" aria-labelledby="settle">
      <div>
        <Title order={3} size="h6" id="settle">
          {words.title}
        </Title>
        <Text className={css.quiet ?? ""}>{words.lead({ network })}</Text>
      </div>
      <form onSubmit={submit} noValidate>
        <Stack gap="xs">
          <TextInput
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
      <ConfirmButton
        label={words.sendAgain}
        question={words.question}
        consequence={words.consequence}
        loading={sendAgain.isPending}
        onConfirm={() => sendAgain.mutate(result.id)}
      />
    </Stack>
  );
}
