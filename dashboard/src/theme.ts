import { Alert, createTheme, Drawer, Input, Loader, Modal, Notification, PasswordInput, rem, Textarea, TextInput } from "@mantine/core";

/** Mantine's default border of inputs has a contrast of 1.5 to 1; WCAG 2.2, 1.4.11, asks for 3 to 1. */
export const theme = createTheme({
  primaryColor: "blue",
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif', sizes: { h1: { fontSize: rem(26) } } },
  components: {
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    // Without a role, its name may not be given and is not read.
    Loader: Loader.extend({ defaultProps: { role: "status" } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleFocusable: true, visibilityToggleButtonProps: { "aria-label": "Show what is typed" } },
    }),
    // What people write may be in any language.
    TextInput: TextInput.extend({ defaultProps: { dir: "auto" } }),
    Textarea: Textarea.extend({ defaultProps: { dir: "auto" } }),
    // In the colour of its kind, the title of a yellow one has a contrast of 2 to 1.
    Alert: Alert.extend({ styles: { title: { color: "var(--mantine-color-text)" } } }),
    Input: Input.extend({ styles: { wrapper: { "--input-bd": "var(--app-edge)" } } }),
  },
});
