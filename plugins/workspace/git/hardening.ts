import { accessSync, constants, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isInside } from '../sandbox/paths.js';
import type { Repository } from './repository.js';

/**
 * Everything in a repository's own configuration that could run a program, open a file, reach a network or change the form of
 * the output. `-c` wins over every file. Drivers whose names are free (textconv, filters) cannot be listed here: those are
 * kept out by the choice of commands and by `--no-ext-diff --no-textconv`.
 */
const OVERRIDES = [
  'alias.log=',
  'alias.show=',
  'blame.ignoreRevsFile=',
  'color.ui=never',
  'core.abbrev=12',
  'core.alternateRefsCommand=false',
  'core.askPass=false',
  'core.attributesFile=/dev/null',
  'core.bigFileThreshold=10m',
  'core.editor=false',
  'core.excludesFile=/dev/null',
  'core.fsmonitor=false',
  'core.gitProxy=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.quotePath=false',
  'core.sshCommand=false',
  'core.untrackedCache=false',
  'core.useReplaceRefs=false',
  'credential.helper=',
  'diff.algorithm=default',
  'diff.colorMoved=no',
  'diff.context=3',
  'diff.external=',
  'diff.interHunkContext=0',
  'diff.mnemonicPrefix=false',
  'diff.noprefix=false',
  'diff.orderFile=/dev/null',
  'diff.relative=false',
  'diff.renameLimit=1000',
  'diff.renames=true',
  'diff.submodule=short',
  'diff.suppressBlankEmpty=false',
  'fetch.recurseSubmodules=false',
  'gc.auto=0',
  'gpg.program=false',
  'gpg.ssh.defaultKeyCommand=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'i18n.logOutputEncoding=UTF-8',
  'interactive.diffFilter=',
  'log.decorate=no',
  'log.follow=false',
  'log.mailmap=false',
  'log.showRoot=true',
  'log.showSignature=false',
  'mailmap.blob=',
  'mailmap.file=/dev/null',
  'maintenance.auto=false',
  'notes.displayRef=',
  'pager.log=false',
  'pager.show=false',
  'protocol.allow=never',
  'submodule.recurse=false'
].flatMap(setting => ['-c', setting]);

/** For every command that can print a change. */
export const NO_DRIVERS = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-notes',
  '--no-show-signature',
  '--submodule=short',
  '--ignore-submodules=none'
];

export const GLOBAL_ARGUMENTS = ['--no-pager', '--no-optional-locks', ...OVERRIDES];

/** Folders that programs are looked for in: none that is relative or that the workspace could fill. */
const searchedFolders = (root: string): readonly string[] =>
  (process.env['PATH'] ?? '').split(':').filter(folder => isAbsolute(folder) && !isInside(root, folder));

/** The installed git, undefined where there is none. */
export function gitProgram(root: string): string | undefined {
  for (const folder of searchedFolders(root)) {
    try {
      const program = realpathSync.native(join(folder, 'git'));
      accessSync(program, constants.X_OK);
      if (!isInside(root, program)) return join(folder, 'git');
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * All that git may know of its surroundings. Naming the folders leaves nothing to discover; the git folder as work tree keeps
 * `.mailmap`, `.gitattributes` and `core.worktree` of the workspace out.
 */
export const gitEnvironment = ({ root, gitDir, commonDir, objectDir }: Repository): NodeJS.ProcessEnv => ({
  PATH: searchedFolders(root).join(':'),
  HOME: '/nonexistent',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  GIT_DIR: gitDir,
  GIT_COMMON_DIR: commonDir,
  GIT_OBJECT_DIRECTORY: objectDir,
  GIT_WORK_TREE: gitDir,
  GIT_CEILING_DIRECTORIES: dirname(root),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  // A partial clone would fetch what it lacks, by a command its configuration names.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_SSH_COMMAND: 'false',
  GIT_ASKPASS: 'false',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat'
});
