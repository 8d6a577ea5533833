/* SPDX-License-Identifier: MIT */
/* carom completion: writes shell completions from the tables that the command itself reads. */
#include <stdio.h>
#include <string.h>

#include <carom/io.h>

#include "cli/commands/commands.h"

/* Text in single quotes, for sh (bash, zsh) or for fish. */
static void put_quoted(const char *text, bool fish)
{
  putchar('\'');
  for (; *text; text++) {
    if (*text == '\'')
      fputs(fish ? "\\'" : "'\\''", stdout);
    else if (*text == '\\' && fish)
      fputs("\\\\", stdout);
    else
      putchar(*text);
  }
  putchar('\'');
}

/* What a command takes besides files: laws, kinds of problems, other commands. */
static void put_words(const char *command, const char *before)
{
  if (!strcmp(command, "law") || !strcmp(command, "impact") || !strcmp(command, "compare"))
    for (int i = 0; i < carom_law_count(); i++)
      printf("%s%s", before, carom_law_about(carom_law_at(i))->name);
  if (!strcmp(command, "new"))
    for (int i = 0; i < carom_kind_count(); i++)
      printf("%s%s", before, carom_kind_name(i));
  if (!strcmp(command, "completion")) printf("%sbash%szsh%sfish", before, before, before);
}

static void put_commands(const char *before)
{
  for (int i = 0; i < commands_count; i++)
    printf("%s%s", before, commands[i]->name);
}

static void print_bash(void)
{
  fputs("# bash completion of carom; made by 'carom completion bash'\n"
        "_carom() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} options= words=\n"
        "  COMPREPLY=()\n"
        "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
        "    COMPREPLY=($(compgen -W '--help --version help",
        stdout);
  put_commands(" ");
  fputs("' -- \"$cur\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n", stdout);
  for (int i = 0; i < commands_count; i++) {
    printf("  %s)\n    options='--help", commands[i]->name);
    for (int k = 0; k < commands[i]->options; k++)
      printf(" --%s", commands[i]->option[k].name);
    fputs("'\n    words='", stdout);
    put_words(commands[i]->name, " ");
    fputs("' ;;\n", stdout);
  }
  fputs("  help)\n    words='", stdout);
  put_commands(" ");
  fputs("' ;;\n  esac\n"
        "  case $cur in\n"
        "  -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
        "  *) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
        "  esac\n"
        "}\n"
        "complete -o bashdefault -o default -F _carom carom\n",
        stdout);
}

/* Escapes characters that zsh interprets. */
enum { ZSH_TEXT = 400 };
static const char *for_zsh(const char *plain, char text[ZSH_TEXT])
{
  size_t length = 0;
  for (const char *c = plain; *c && length + 3 < ZSH_TEXT; c++) {
    if (strchr("[]:\\", *c)) text[length++] = '\\';
    text[length++] = *c;
  }
  text[length] = '\0';
  return text;
}

/* "name[text]:value:_files". */
static void put_zsh_option(const cli_option *o)
{
  char text[ZSH_TEXT], value[ZSH_TEXT], spec[2 * ZSH_TEXT + 80];
  snprintf(spec, sizeof spec, "--%.60s[%s]%s%s%s", o->name, for_zsh(o->text, text),
           o->value ? ":" : "", o->value ? for_zsh(o->value, value) : "",
           o->value ? ":_files" : "");
  putchar(' ');
  put_quoted(spec, false);
}

static void print_zsh(void)
{
  fputs("#compdef carom\n# zsh completion of carom; made by 'carom completion zsh'\n"
        "_carom() {\n  local -a known\n  known=(\n",
        stdout);
  for (int i = 0; i < commands_count; i++) {
    char text[200];
    snprintf(text, sizeof text, "%s:%s", commands[i]->name, commands[i]->summary);
    fputs("    ", stdout);
    put_quoted(text, false);
    putchar('\n');
  }
  fputs("  )\n  if (( CURRENT == 2 )); then\n    _describe command known\n    return\n  fi\n"
        "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n",
        stdout);
  for (int i = 0; i < commands_count; i++) {
    printf("  %s) _arguments", commands[i]->name);
    for (int k = 0; k < commands[i]->options; k++)
      put_zsh_option(&commands[i]->option[k]);
    /* the blank: zsh hands it no options of its own */
    fputs(" '*:argument: _alternative \"words:word:(", stdout);
    put_words(commands[i]->name, " ");
    fputs(")\" \"files:file:_files\"' ;;\n", stdout);
  }
  fputs("  esac\n}\n_carom \"$@\"\n", stdout);
}

static void print_fish(void)
{
  fputs("# fish completion of carom; made by 'carom completion fish'\n", stdout);
  for (int i = 0; i < commands_count; i++) {
    printf("complete -c carom -n __fish_use_subcommand -a %s -d ", commands[i]->name);
    put_quoted(commands[i]->summary, true);
    putchar('\n');
    for (int k = 0; k < commands[i]->options; k++) {
      const cli_option *o = &commands[i]->option[k];
      printf("complete -c carom -n '__fish_seen_subcommand_from %s' -l %s%s -d ", commands[i]->name,
             o->name, o->value ? " -r" : "");
      put_quoted(o->text, true);
      putchar('\n');
    }
    printf("complete -c carom -n '__fish_seen_subcommand_from %s' -a '", commands[i]->name);
    put_words(commands[i]->name, " ");
    fputs("'\n", stdout);
  }
}

static int run(const cli_arguments *given)
{
  static const struct {
    const char *name;
    void (*print)(void);
  } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
  if (given->words != 1 || given->assignments)
    return message_usage(NULL, "name a shell: bash, zsh or fish");
  for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
    if (!strcmp(given->word[0], shells[i].name)) {
      shells[i].print();
      return EXIT_OK;
    }
  return message_usage(given->word[0], "unknown shell; there are bash, zsh and fish");
}

const cli_command command_completion = {
    .name = "completion",
    .summary = "shell completion for bash, zsh or fish",
    .usage = "SHELL",
    .text = "Prints a script with which a shell completes commands, options, laws and kinds of\n"
            "problems. For bash put it in ~/.local/share/bash-completion/completions/carom, for\n"
            "zsh as _carom into a folder of fpath, for fish in\n"
            "~/.config/fish/completions/carom.fish.",
    .examples = "  carom completion bash\n"
                "  carom completion zsh\n"
                "  carom completion fish\n",
    .option = NULL,
    .options = 0,
    .run = run};
