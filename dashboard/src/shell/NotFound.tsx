import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { words } from "./words.ts";

export function NotFound() {
  return (
    <Stack align="flex-start">
      <Title order={1}>{words.notFound.title}</Title>
      <Text>{words.notFound.text}</Text>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{words.notFound.back}</Anchor>
    </Stack>
  );
}
