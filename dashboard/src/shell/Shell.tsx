import { AppShell, Burger, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { BrandSwitch } from "./BrandSwitch.tsx";
import { LiveNote } from "./LiveNote.tsx";
import { Navigation } from "./Navigation.tsx";
import { PersonMenu } from "./PersonMenu.tsx";
import { VerifyNote } from "./VerifyNote.tsx";

/** The frame of all pages: brand, navigation, person. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(close, [path]);
  return (
    <AppShell header={{ height: 60 }} navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }} padding="md">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" aria-expanded={isOpen} />
            <BrandSwitch />
          </Group>
          <PersonMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" style={{ overflowY: "auto" }}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <LiveNote />
        <VerifyNote />
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
