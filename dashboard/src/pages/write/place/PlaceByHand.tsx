import { Button, Stack, Text, TextInput } from "@mantine/core";
import { OPTION_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { type SubmitEvent, useState } from "react";
import { words } from "../words.ts";
import type { ChosenPlace } from "./PlaceField.tsx";

/** Also where no network can be asked. */
export function PlaceByHand({ onChoose }: { readonly onChoose: (place: ChosenPlace) => void }) {
  const say = words.options.place;
  const [id, setId] = useState("");
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  const choose = (event: SubmitEvent) => {
    event.preventDefault();
    if (id.trim() === "") return setMissing(true);
    onChoose(name.trim() === "" ? { id: id.trim() } : { id: id.trim(), name: name.trim() });
  };
  return (
    <form onSubmit={choose} noValidate>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{say.byHand}</Text>
        <TextInput
          w="100%"
          label={say.id}
          value={id}
          maxLength={OPTION_LENGTH_MAX}
          error={isMissing ? say.idMissing : null}
          onChange={({ currentTarget: { value } }) => {
            setMissing(false);
            setId(value);
          }}
        />
        <TextInput
          w="100%"
          label={say.name}
          value={name}
          maxLength={OPTION_LENGTH_MAX}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit" variant="default">
          {say.use}
        </Button>
      </Stack>
    </form>
  );
}
