import { flag, type Option, type Options } from '../option.ts';
import { clientCommands, optionsOf } from './run-client.ts';

/** A command as a shell completes it. */
interface Completed {
  readonly name: string;
  readonly about: string;
  readonly options: Options;
  readonly words: readonly string[];
}

export const shells = ['bash', 'zsh', 'fish'] as const;

function commands(others: Readonly<Record<string, string>>): Completed[] {
  const own = clientCommands.map((command) => ({
    name: command.name,
    about: command.about,
    options: optionsOf(command),
    words: command.wordValues ?? [],
  }));
  const help = { help: flag('help') };
  const rest = Object.entries(others).map(([name, about]) => ({
    name,
    about,
    options: help,
    words: name === 'completion' ? shells : [],
  }));
  return [...own, ...rest];
}

const flags = (options: Options) => Object.keys(options).map((name) => `--${name}`);
const isFile = ({ value }: Option) => value === 'FILE' || value === 'DIR';

function bash(all: readonly Completed[]): string {
  const cases = all.map(({ name, options, words }) => {
    const values = Object.entries(options).flatMap(([option, one]) => {
      if (isFile(one)) return [`        --${option}) COMPREPLY=($(compgen -f -- "$current")); return ;;`];
      return one.values ? [`        --${option}) words="${one.values.join(' ')}" ;;`] : [];
    });
    return [
      `    ${name})`,
      '      case "$previous" in',
      ...values,
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
    const specs = Object.entries(options).map(([option, one]) => {
      const values = isFile(one) ? '_files' : one.values ? `(${one.values.join(' ')})` : '';
      const takes = one.value === undefined ? '' : `:${one.value}:${values}`;
      return `        '--${option}[${zshText(one.about)}]${takes}'`;
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
    ...Object.entries(options).map(([option, one]) => {
      const values = isFile(one) ? ' -r -F' : one.values ? ` -x -a '${one.values.join(' ')}'` : ' -x';
      const takes = one.value === undefined ? '' : values;
      return `complete -c orbweaver -n '__fish_seen_subcommand_from ${name}' -l ${option}${takes} -d '${fishText(one.about)}'`;
    }),
  ]);
  return [
    '# fish completion for orbweaver: orbweaver completion fish > ~/.config/fish/completions/orbweaver.fish',
    'complete -c orbweaver -f',
    ...lines,
  ].join('\n');
}

/** The completion script of a shell; null for an unsupported shell. `others` are the commands of operators. */
export function completionScript(shell: string, others: Readonly<Record<string, string>>): string | null {
  const known = shells.find((one) => one === shell);
  return known ? { bash, zsh, fish }[known](commands(others)) : null;
}
