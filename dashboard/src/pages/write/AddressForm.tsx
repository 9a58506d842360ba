import { Button, Group, TextInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { words } from "./words.ts";

/** Adds a file by its public address. */
export function AddressForm({ onAdd }: { readonly onAdd: (url: string) => void }) {
  const [url, setUrl] = useState("");
  const [isWrong, setWrong] = useState(false);
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const given = url.trim();
    const isRight = /^https?:\/\//i.test(given) && URL.canParse(given);
    setWrong(!isRight);
    if (isRight) onAdd(given);
  };
  return (
    <form onSubmit={add} noValidate>
      <Group align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          label={words.files.address}
          description={words.files.addressHint}
          error={isWrong ? words.files.addressWrong : null}
          type="url"
          value={url}
          onChange={({ currentTarget: { value } }) => setUrl(value)}
        />
        <Button type="submit" mt={48} variant="default">
          {words.files.addAddress}
        </Button>
      </Group>
    </form>
  );
}
