import { Center, Stack, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { kindOf, printType } from "./facts.ts";

interface PreviewProps {
  readonly file: { readonly url: string; readonly thumbnailUrl: string | null; readonly type: string; readonly description: string | null };
  /** Pixels on the screen. */
  readonly height: number;
}

/** A file in full; a video can be played. Beside its name: for those who cannot see it, the name says what it is. */
export function Preview({ file: { url, thumbnailUrl, type, description }, height }: PreviewProps) {
  const style = { display: "block", width: "100%", height, objectFit: "contain" } as const;
  switch (kindOf(type)) {
    case "picture":
      return <img src={url} alt={description ?? ""} loading="lazy" decoding="async" style={style} />;
    case "video":
      return <video src={url} controls preload="metadata" style={style} {...(thumbnailUrl === null ? {} : { poster: thumbnailUrl })} />;
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
