import { Argument, type Command } from "commander";

/**
 * `rostrum completion bash` prints a script that completes this program's commands and flags.
 */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a completion script for a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      '\nExamples:\n  eval "$(rostrum completion bash)"\n  rostrum completion zsh > ~/.zfunc/_rostrum\n  rostrum completion fish > ~/.config/fish/completions/rostrum.fish\n',
    )
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionFor } = await import("./scripts.ts");
      process.stdout.write(completionFor(shell, program));
    });
}
