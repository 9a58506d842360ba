import { Button, FileButton, Group, Input, Stack } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import { BrandLogo } from "../look/avatars.tsx";
import { squareOf } from "./square.ts";
import { words } from "./words.ts";

interface Props {
  readonly brand: { readonly id: number; readonly title: string; readonly logoUrl: string | null };
  readonly isPending?: boolean;
  /** A data URL; null: the logo is taken away. */
  readonly onChange: (logo: string | null) => void;
}

/** A brand's logo from a picture of this computer, as it will look. */
export function LogoField({ brand, isPending = false, onChange }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = (file: File | null) => {
    if (file === null) return;
    squareOf(file).then(
      (logo) => {
        setProblem(null);
        onChange(logo);
      },
      () => setProblem(words.unreadable),
    );
  };
  return (
    <Input.Wrapper component="div" label={words.logo} description={words.hint} error={problem} labelElement="div">
      <Group mt="xs" gap="md" wrap="nowrap">
        <BrandLogo brand={brand} size={64} />
        <Stack gap="xs" align="flex-start">
          <FileButton onChange={take} accept="image/png,image/jpeg,image/webp">
            {(props) => (
              <Button {...props} variant="default" loading={isPending} leftSection={<IconPhoto size={16} aria-hidden />}>
                {words.choose}
              </Button>
            )}
          </FileButton>
          {brand.logoUrl !== null && (
            <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
              {words.remove}
            </Button>
          )}
        </Stack>
      </Group>
    </Input.Wrapper>
  );
}
