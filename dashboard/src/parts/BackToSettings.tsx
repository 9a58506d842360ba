import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { words } from "./words.ts";

/** The way back from a page that the brand's settings lead to. */
export function BackToSettings({ brandId }: { readonly brandId: number }) {
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/brands/$brandId/settings" params={{ brandId }} {...props} />}
    >
      {words.brandSettings}
    </Button>
  );
}
