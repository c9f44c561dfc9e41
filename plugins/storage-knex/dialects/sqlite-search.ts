import { list, quoted } from '../dialect.js';
import type { Table } from '../table.js';

/** An FTS5 index over the table's own columns; the text is not stored twice. */
export function searchTable(table: Table): string {
  return (
    `create virtual table ${table.name}_search using fts5(${list(table.search)}, content = '${table.name}', ` +
    `content_rowid = '_seq', tokenize = 'porter unicode61 remove_diacritics 2')`
  );
}

/** Triggers keep the index in step inside the very statement that changes a record. */
export function searchTriggers(table: Table): readonly string[] {
  const { name, search } = table;
  const index = `${name}_search`;
  const columns = list(search);
  const values = (row: 'old' | 'new') => search.map(field => `${row}.${quoted(field)}`).join(', ');
  const remove = `insert into ${index} (${index}, rowid, ${columns}) values ('delete', old._seq, ${values('old')});`;
  const insert = `insert into ${index} (rowid, ${columns}) values (new._seq, ${values('new')});`;
  const changed = search.map(field => `old.${quoted(field)} is not new.${quoted(field)}`).join(' or ');
  return [
    `create trigger ${index}_insert after insert on ${quoted(name)} begin ${insert} end`,
    `create trigger ${index}_delete after delete on ${quoted(name)} begin ${remove} end`,
    `create trigger ${index}_update after update on ${quoted(name)} when ${changed} begin ${remove} ${insert} end`
  ];
}
