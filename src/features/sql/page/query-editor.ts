import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { sqlTables } from '../../../schema/sql/sql-tables.ts';

/** An editor of one query. */
export interface QueryEditor {
  text(): string;
  setText(text: string): void;
}

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--link)', fontWeight: '600' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--ink-soft)', fontStyle: 'italic' },
]);

const theme = EditorView.theme({
  '&': { minHeight: '9rem', maxHeight: '60vh', color: 'var(--ink)', fontSize: '0.9rem' },
  '.cm-scroller': { fontFamily: 'var(--face-code)', overflow: 'auto' },
  '&.cm-focused': { outline: '3px solid var(--link)', outlineOffset: '-1px' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { background: 'var(--panel)', color: 'var(--ink-soft)', border: 'none' },
  '.cm-tooltip': { background: 'var(--field)', color: 'var(--ink)', border: '1px solid var(--rule-control)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--link)', color: 'var(--paper)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--level-1) !important' },
});

/** Tables and columns to complete, each with its meaning. */
const schema = Object.fromEntries(
  sqlTables.map(({ name, meaning, columns }) => [
    name,
    {
      self: { label: name, detail: 'table', info: meaning, type: 'type' },
      children: columns.map((column) => ({
        label: column.name,
        detail: column.unit ? `${column.type}, ${column.unit}` : column.type,
        info: column.meaning,
        type: 'property',
      })),
    },
  ]),
);

/** Puts an editor into an element. Tab leaves it, as everywhere on the page. */
export function openEditor(parent: HTMLElement, text: string, run: () => void): QueryEditor {
  // Within a shadow root, the editor's styles are constructed style sheets: the page's policy forbids style elements.
  const root = parent.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              run();
              return true;
            },
          },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        lineNumbers(),
        history(),
        sql({ dialect: PostgreSQL, schema, upperCaseKeywords: true }),
        autocompletion(),
        syntaxHighlighting(colors),
        theme,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'SQL query' }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
  };
}
