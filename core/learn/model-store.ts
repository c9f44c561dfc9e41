import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../index.js';
import { later } from '../later.js';
import type { Task } from './apart.js';
import type { ChoiceModel } from './choices.js';
import { keyOf, type LessonFiles } from './known-keys.js';
import type { Model } from './model.js';
import type { Example, LearnSettings } from './settings.js';

const file = later<typeof import('./model-file.js')>(import.meta.url, './model-file.js');
const decodeModel = file('decodeModel');
const encodeModel = file('encodeModel');
const decodeChoices = file('decodeChoices');
const fitting = later<typeof import('./fit.js')>(import.meta.url, './fit.js');
const digestOf = fitting('digestOf');
const fit = fitting('fit');

const apart = later<typeof import('./apart.js')>(import.meta.url, './apart.js');
const fittingTask = apart('fittingTask');
const runApart = apart('runApart');

/** Models of one name that a folder keeps: those of a policy and of what it was a moment ago. */
const KEPT = 4;

/** Made by the build, for the shipped files. */
const SHIPPED = join(PACKAGE_ROOT, 'dist/learned');

/** Where the models of a root are written: beside the compiled code for the shipped files, else in `.bylaw` of the root. */
export const modelFolder = (root: string): string => (root === PACKAGE_ROOT ? SHIPPED : join(root, '.bylaw'));

const foldersOf = (root: string): readonly string[] => [...new Set([modelFolder(root), SHIPPED])];

/** Whether a model was made for a key. */
export const isStored = (root: string, name: string, key: string): boolean =>
  foldersOf(root).some(folder => existsSync(join(folder, fileName(name, key))));

/** The model that was made for a key; undefined where none was, or what stands there is none. */
export const storedModel = (root: string, name: string, key: string): Model | undefined =>
  stored(root, fileName(name, key), decodeModel);

/** The same of a model of choices. */
export const storedChoices = (root: string, name: string, key: string): ChoiceModel | undefined =>
  stored(root, fileName(name, key), decodeChoices);

function stored<Kept extends object>(
  root: string,
  file: string,
  decode: (bytes: Uint8Array) => Kept | undefined
): Kept | undefined {
  for (const folder of foldersOf(root)) {
    try {
      const path = join(folder, file);
      const { mtimeMs } = statSync(path);
      const known = read.get(path);
      const kept = known?.mtimeMs === mtimeMs ? (known.kept.deref() as Kept | undefined) : undefined;
      const model = kept ?? decode(readFileSync(path));
      if (model === undefined) continue;
      read.set(path, { mtimeMs, kept: new WeakRef(model) });
      return model;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** Models that were read before, for as long as somebody uses them. */
const read = new Map<string, { readonly mtimeMs: number; readonly kept: WeakRef<object> }>();

/** Writes a model so that a reader sees all of it or nothing, and removes the oldest of its name. */
export const keepModel = (root: string, name: string, key: string, model: Model): void =>
  keep(root, name, key, encodeModel(model));

function keep(root: string, name: string, key: string, bytes: Uint8Array): void {
  const folder = modelFolder(root);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, fileName(name, key));
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, file);
  const old = readdirSync(folder)
    .filter(each => each.startsWith(`${name}-`) && each.endsWith('.model'))
    .map(each => ({ each, time: statSync(join(folder, each)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
    .slice(KEPT);
  for (const { each } of old) rmSync(join(folder, each), { force: true });
}

const fileName = (name: string, key: string): string => `${name}-${key.slice(0, 16)}.model`;

/** Of whose models, and whether one may be learned there, which takes seconds. */
export interface LearningPlace {
  readonly root: string;
  readonly mayLearn: boolean;
}

/**
 * The model that was made for a key; else made now and kept, where that is allowed.
 * @returns undefined where it would have to be learned and may not
 */
export function learnedModel(
  { root, mayLearn }: LearningPlace,
  name: string,
  key: string,
  learn: () => Model
): Model | undefined {
  const stored = storedModel(root, name, key);
  if (stored !== undefined || !mayLearn) return stored;
  const model = learn();
  keepModel(root, name, key, model);
  return model;
}

/**
 * Learns in a thread and keeps what comes of it, unless that was done before or is not allowed: whoever asks for the model
 * then finds it, and several are learned at once.
 */
export async function learnAhead(
  { root, mayLearn }: LearningPlace,
  name: string,
  key: string,
  task: () => Task
): Promise<void> {
  if (mayLearn && !isStored(root, name, key)) keep(root, name, key, await runApart(task()));
}

/** What a model is learned from: the files, and the examples that they hold, gathered where it is not known what they come to. */
export interface Taught {
  readonly files: LessonFiles;
  /** Undefined where nothing can be learned from them. */
  readonly examples: () => readonly Example[] | undefined;
}

const keyOfTaught = (name: string, { files, examples }: Taught, settings: LearnSettings): string | undefined =>
  keyOf(name, files, () => {
    const found = examples();
    return found === undefined ? undefined : digestOf(found, settings);
  });

/** The model of examples, as `learnedModel` gives it. */
export function fittedModel(
  place: LearningPlace,
  name: string,
  taught: Taught,
  settings: LearnSettings
): Model | undefined {
  const key = keyOfTaught(name, taught, settings);
  return key === undefined ? undefined : learnedModel(place, name, key, () => fit(taught.examples() ?? [], settings));
}

/** The model of examples learned before it is asked for, as `learnAhead` does. */
export async function fitAhead(
  place: LearningPlace,
  name: string,
  taught: Taught,
  settings: LearnSettings
): Promise<void> {
  const key = keyOfTaught(name, taught, settings);
  if (key !== undefined) await learnAhead(place, name, key, () => fittingTask(name, taught.examples() ?? [], settings));
}
