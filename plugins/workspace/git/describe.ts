import type { TextRedactor } from '../redaction/redactor.js';
import { beginning } from '../redaction/redacted.js';
import { printable } from '../redaction/visible.js';
import type { ChangedFile, LoggedCommit } from './commits.js';

const SUBJECT_CHARACTERS = 500;
const NAME_CHARACTERS = 200;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;
const STATUS: Readonly<Record<string, string>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed'
};

const time = (name: string, text: string) => (ISO.test(text) ? { [name]: text } : {});

/** A changed file as data. Counts are absent for binary content. */
export const describeFile = ({ path, oldPath, status, insertions, deletions }: ChangedFile) => ({
  path,
  ...(oldPath === undefined ? {} : { old_path: oldPath }),
  status: STATUS[status ?? ''] ?? 'modified',
  ...(insertions === undefined ? { binary: true } : { insertions, deletions })
});

/** Totals over the files, from the summary line where the files themselves were not asked for. */
function totals({ files, totals: known }: LoggedCommit) {
  const sum = known ?? {
    files: files.length,
    insertions: files.reduce((all, { insertions }) => all + (insertions ?? 0), 0),
    deletions: files.reduce((all, { deletions }) => all + (deletions ?? 0), 0)
  };
  return { files_changed: sum.files, insertions: sum.insertions, deletions: sum.deletions };
}

/** A commit as data, its message cut to `bodyCharacters`. The author's name and no address. */
export const describeCommit = (commit: LoggedCommit, bodyCharacters: number, redactor: TextRedactor) => ({
  hash: commit.hash,
  short_hash: commit.shortHash,
  parents: commit.parents.slice(0, 20),
  author: beginning(commit.author, NAME_CHARACTERS, redactor),
  ...time('date', commit.authored),
  ...time('committed', commit.committed),
  subject: beginning(commit.subject, SUBJECT_CHARACTERS, redactor),
  body: beginning(commit.body, bodyCharacters, redactor),
  ...(commit.body.length > bodyCharacters || commit.subject.length > SUBJECT_CHARACTERS ? { message_cut: true } : {}),
  ...totals(commit)
});

export function commitLine(commit: LoggedCommit, described: ReturnType<typeof describeCommit>): string {
  const { author, subject, files_changed: files, insertions, deletions } = described;
  const changed = `${files} file${files === 1 ? '' : 's'}, +${insertions} -${deletions}`;
  const day = commit.authored.slice(0, 10);
  return `${commit.shortHash}  ${day}  ${printable(author.text)}  ${printable(subject.text)}  (${changed})`;
}
