import type { Options } from './client-command.ts';
import { clientCommands, optionsOf } from './run-client.ts';

/** A command as a shell completes it. */
interface Completed {
  readonly name: string;
  readonly about: string;
  readonly options: Options;
  readonly words: readonly string[];
}

const shells = ['bash', 'zsh', 'fish'] as const;

function commands(others: Readonly<Record<string, string>>): Completed[] {
  const own = clientCommands.map((command) => ({
    name: command.name,
    about: command.about,
    options: { ...optionsOf(command), format: { ...optionsOf(command).format!, values: command.formats } },
    words: command.wordValues ?? [],
  }));
  const help = { help: { type: 'boolean', about: 'help' } } as const;
  const rest = Object.entries(others).map(([name, about]) => ({
    name,
    about,
    options: help,
    words: name === 'completion' ? shells : [],
  }));
  return [...own, ...rest];
}

const flags = (options: Options) => Object.keys(options).map((name) => `--${name}`);
const withValues = (options: Options) => Object.entries(options).filter(([, { values }]) => values);

function bash(all: readonly Completed[]): string {
  const cases = all.map(({ name, options, words }) => {
    const values = withValues(options).map(
      ([option, one]) => `        --${option}) words="${one.values!.join(' ')}" ;;`,
    );
    const files = Object.entries(options).filter(([, { value }]) => value === 'FILE' || value === 'DIR');
    const paths =
      files.length > 0
        ? [
            `        ${files.map(([option]) => `--${option}`).join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;`,
          ]
        : [];
    return [
      `    ${name})`,
      '      case "$previous" in',
      ...values,
      ...paths,
      `        *) words="${[...words, ...flags(options)].join(' ')}" ;;`,
      '      esac ;;',
    ].join('\n');
  });
  return `# bash completion for orbweaver: source <(orbweaver completion bash)
_orbweaver() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${all.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _orbweaver orbweaver`;
}

/** Text in single quotes, as zsh and fish read it. */
const zshText = (text: string) => text.replaceAll("'", "'\\''").replace(/[[\]:]/g, '\\$&');
const fishText = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

function zsh(all: readonly Completed[]): string {
  const cases = all.map(({ name, options, words }) => {
    const specs = Object.entries(options).map(([option, { about, value, values }]) => {
      const takes =
        value === undefined
          ? ''
          : `:${value}:${values ? `(${values.join(' ')})` : /^(FILE|DIR)$/.test(value) ? '_files' : ''}`;
      return `        '--${option}[${zshText(about)}]${takes}'`;
    });
    return [
      `      ${name})`,
      '        _arguments \\',
      ...[...specs, `        '*:word:(${words.join(' ')})'`].map((spec, at, list) =>
        at < list.length - 1 ? `${spec} \\` : spec,
      ),
      '        ;;',
    ].join('\n');
  });
  return `#compdef orbweaver
# zsh completion for orbweaver: orbweaver completion zsh > "\${fpath[1]}/_orbweaver"
_orbweaver() {
  local -a commands
  commands=(
${all.map(({ name, about }) => `    '${name}:${zshText(about)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    shift words; (( CURRENT-- ))
    case $words[1] in
${cases.join('\n')}
    esac
  fi
}
if [ "$funcstack[1]" = _orbweaver ]; then _orbweaver "$@"; else compdef _orbweaver orbweaver; fi`;
}

function fish(all: readonly Completed[]): string {
  const lines = all.flatMap(({ name, about, options, words }) => [
    `complete -c orbweaver -n __fish_use_subcommand -a ${name} -d '${fishText(about)}'`,
    ...(words.length > 0
      ? [`complete -c orbweaver -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`]
      : []),
    ...Object.entries(options).map(([option, { about: words, value, values }]) => {
      const takes =
        value === undefined
          ? ''
          : values
            ? ` -x -a '${values.join(' ')}'`
            : /^(FILE|DIR)$/.test(value)
              ? ' -r -F'
              : ' -x';
      return `complete -c orbweaver -n '__fish_seen_subcommand_from ${name}' -l ${option}${takes} -d '${fishText(words)}'`;
    }),
  ]);
  return [
    '# fish completion for orbweaver: orbweaver completion fish > ~/.config/fish/completions/orbweaver.fish',
    'complete -c orbweaver -f',
    ...lines,
  ].join('\n');
}

/** The completion script of a shell; null for a shell that there is none for. `others` are the commands of operators. */
export function completionScript(shell: string, others: Readonly<Record<string, string>>): string | null {
  const all = commands(others);
  if (shell === 'bash') return bash(all);
  if (shell === 'zsh') return zsh(all);
  return shell === 'fish' ? fish(all) : null;
}
