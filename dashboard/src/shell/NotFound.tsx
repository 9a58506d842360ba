import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";

export function NotFound() {
  return (
    <Stack align="flex-start">
      <Title order={1}>There is nothing here</Title>
      <Text>The address may be wrong, or what was here has been removed.</Text>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to your brands</Anchor>
    </Stack>
  );
}
