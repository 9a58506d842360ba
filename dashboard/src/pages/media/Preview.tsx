import { Box, Center, Stack, Text } from "@mantine/core";
import { IconFileText, IconMovie } from "@tabler/icons-react";
import { kindOf, printType } from "./facts.ts";

interface PreviewProps {
  readonly file: { readonly url: string; readonly type: string; readonly name: string };
  /** Pixels on the screen. */
  readonly height: number;
  /** Whether a video can be played; otherwise its first frame is shown. */
  readonly plays?: boolean;
}

/** What a file looks like. Beside its name: for those who cannot see it, the name says what it is. */
export function Preview({ file: { url, type }, height, plays = false }: PreviewProps) {
  const style = { display: "block", width: "100%", height, objectFit: plays ? "contain" : "cover" } as const;
  switch (kindOf(type)) {
    case "picture":
      return <img src={url} alt="" loading="lazy" decoding="async" style={style} />;
    case "video":
      // Browsers show a frame of their own choice, or none, unless they are asked for one. What they cannot play has a symbol.
      return plays ? (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written captions for a file that has just been uploaded
        <video src={url} controls preload="metadata" style={style} />
      ) : (
        <Box pos="relative" bg="var(--mantine-color-default-hover)">
          <Center pos="absolute" inset={0}>
            <IconMovie size={40} stroke={1.5} aria-hidden />
          </Center>
          <video src={`${url}#t=0.1`} preload="metadata" muted tabIndex={-1} aria-hidden style={{ ...style, position: "relative" }} />
        </Box>
      );
    case "document":
      return (
        <Center h={height} bg="var(--mantine-color-default-hover)">
          <Stack align="center" gap={4}>
            <IconFileText size={40} stroke={1.5} aria-hidden />
            <Text size="sm">{printType(type)}</Text>
          </Stack>
        </Center>
      );
  }
}
