import { Center, Overlay, Text } from "@mantine/core";

/** Covers the page while files are dragged over it, and says what dropping them does. */
export function DropOverlay({ text }: { readonly text: string }) {
  return (
    <Overlay fixed zIndex={300} backgroundOpacity={0.7} color="var(--mantine-color-body)">
      <Center h="100%">
        <Text size="xl" fw={600}>
          {text}
        </Text>
      </Center>
    </Overlay>
  );
}
