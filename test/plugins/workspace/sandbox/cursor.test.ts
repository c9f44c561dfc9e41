import { expect } from 'chai';
import { Denied } from '../../../../plugins/workspace/sandbox/denied.js';
import { isCount, makeCursor, readCursor } from '../../../../plugins/workspace/sandbox/cursor.js';

interface Position {
  readonly path: string;
  readonly line: number;
}
const fits = ({ line }: Partial<Position>): boolean => isCount(line);

describe('cursors', () => {
  const args = { pattern: 'x', path: 'src', max_results: 5, glob: undefined };
  const cursor = makeCursor('search_text', args, { path: 'src/ü.ts', line: 7 });
  const reason = (tool: string, given: Readonly<Record<string, unknown>>): string | undefined => {
    try {
      readCursor<Position>(tool, given, fits);
      return undefined;
    } catch (error) {
      return (error as Denied).reason;
    }
  };

  it('carry a position, whatever the order of the arguments', () => {
    const position = { path: 'src/ü.ts', line: 7 };
    expect(readCursor<Position>('search_text', { ...args, cursor }, fits)).to.deep.equal(position);
    expect(
      readCursor<Position>('search_text', { max_results: 5, cursor, path: 'src', pattern: 'x' }, fits)
    ).to.deep.equal(position);
    expect(readCursor<Position>('search_text', args, fits)).to.equal(undefined);
  });

  it('are the same in every process, because nothing but the call goes in', () => {
    expect(makeCursor('search_text', args, { path: 'src/ü.ts', line: 7 })).to.equal(cursor);
  });

  it('are refused with other arguments, another tool, or when touched', () => {
    expect(reason('search_text', { ...args, pattern: 'y', cursor })).to.equal('invalid_cursor');
    expect(reason('search_text', { ...args, word: true, cursor })).to.equal('invalid_cursor');
    expect(reason('find_files', { ...args, cursor })).to.equal('invalid_cursor');
    for (const wrong of [
      '',
      '.',
      'abc',
      `${cursor}x`,
      `x${cursor}`,
      cursor.replace('.', '..'),
      'a'.repeat(10_000),
      5,
      null
    ])
      expect(reason('search_text', { ...args, cursor: wrong }), String(wrong).slice(0, 20)).to.equal('invalid_cursor');
  });

  it('are refused when somebody made one of his own that does not fit', () => {
    for (const position of [null, 5, [], {}, { line: -1 }, { line: 'x' }, { line: 1.5 }]) {
      const made = makeCursor('search_text', args, position);
      expect(reason('search_text', { ...args, cursor: made }), JSON.stringify(position)).to.equal('invalid_cursor');
    }
  });
});
