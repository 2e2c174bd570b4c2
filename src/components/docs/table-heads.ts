import type { AstroIntegration } from 'astro';

/** The parts of an HTML element and of the Markdown processor's visitor context that are used here. */
interface Element {
  readonly type: string;
  readonly tagName?: string;
  readonly children?: readonly Element[];
}
interface Context {
  setProperty(node: Element, key: string, value: unknown): void;
  textContent(node: Element): string;
}

const elementsOf = ({ children = [] }: Element, ...names: string[]): Element[] =>
  children.filter(({ tagName }) => tagName !== undefined && names.includes(tagName));

/**
 * Writes the head of its column to each cell of a documentation table of three columns and more (`data-head`): on a narrow screen, such a
 * table is a block of lines for each row, and its heads are hidden. The first cell is the name of its row, and needs none. A row with a
 * column `Code` has the code as its id: the `type` of a problem (RFC 9457) leads to the row of its error.
 */
const plugin = {
  name: 'table-heads',
  element: {
    filter: ['table'],
    visit(table: Element, context: Context) {
      const rows = elementsOf(table, 'thead', 'tbody').flatMap((part) => elementsOf(part, 'tr'));
      const [heads = [], ...lines] = rows.map((row) => elementsOf(row, 'th', 'td'));
      if (heads.length < 3) return;
      for (const [index, line] of lines.entries())
        for (const [column, cell] of line.entries()) {
          const head = column > 0 && heads[column] ? context.textContent(heads[column]) : '';
          if (head === '' || !cell.children?.length) continue;
          context.setProperty(cell, 'data-head', head);
          if (head === 'Code') context.setProperty(rows[index + 1]!, 'id', context.textContent(cell));
        }
    },
  },
};

/** An integration of Astro, before Starlight: adds the plugin to the processor of Markdown. */
export const tableHeads: AstroIntegration = {
  name: 'table-heads',
  hooks: {
    'astro:config:setup': ({ config }) => {
      const { options } = config.markdown.processor as { options?: { hastPlugins?: unknown[] } };
      if (!options?.hastPlugins)
        throw new Error(
          'The processor of Markdown takes no plugins for HTML: adapt src/components/docs/table-heads.ts to it.',
        );
      options.hastPlugins.push(plugin);
    },
  },
};
