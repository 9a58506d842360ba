import { Box, Group, Text } from "@mantine/core";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { IconFileText } from "@tabler/icons-react";

/** Files in a row, small. */
export function Thumbnails({
  media,
  alt,
  size = 88,
}: {
  readonly media: readonly DescribedMedium[];
  readonly alt: string;
  readonly size?: number;
}) {
  if (media.length === 0) return null;
  return (
    <Group gap={6}>
      {media.map((medium, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a post may have the same file twice
        <Thumbnail key={`${medium.id} ${index}`} medium={medium} alt={alt} size={size} />
      ))}
    </Group>
  );
}

export function Thumbnail({ medium, alt, size }: { readonly medium: DescribedMedium; readonly alt: string; readonly size: number }) {
  const { mime, path, name } = medium;
  const style = {
    width: size,
    height: size,
    objectFit: "cover",
    borderRadius: 8,
    display: "block",
    background: "var(--mantine-color-default-hover)",
  } as const;
  if (mime.startsWith("image/")) return <img src={path} alt={alt === "" ? name : alt} loading="lazy" style={style} draggable={false} />;
  if (mime.startsWith("video/")) return <video src={path} aria-label={name} preload="metadata" muted style={style} />;
  return (
    <Box style={{ ...style, display: "grid", placeItems: "center", padding: 4 }}>
      <IconFileText size={28} aria-hidden />
      <Text size="xs" truncate maw={size - 8}>
        {name}
      </Text>
    </Box>
  );
}
