import { later } from '../later.js';

export type { Alternatives, ChoiceModel, ChoiceSettings, KnownChoice, Option, Outcome, Said } from './choices.js';
export { digestLessons, LessonError, lessonFiles, lessonFilesBeside, lessonsIn } from './lesson-files.js';
export type { LessonFile } from './lesson-files.js';
export type { Held } from './cross-validate.js';
export {
  fitAhead,
  fittedModel,
  isStored,
  keepModel,
  learnAhead,
  learnedModel,
  modelFolder,
  storedChoices,
  storedModel
} from './model-store.js';
export type { LearningPlace, Taught } from './model-store.js';
export type { Task } from './apart.js';
export type { Model, ModelParts, Voice } from './model.js';
export type { Near } from './nearest-examples.js';
export { LEARN_SETTINGS, SHORT_TEXTS } from './settings.js';
export type { Example, LearnSettings } from './settings.js';

// A service that only asks whether its models are there loads none of these.
export const crossValidate = later<typeof import('./cross-validate.js')>(
  import.meta.url,
  './cross-validate.js'
)('crossValidate');
export const choiceMethod = later<typeof import('./choices.js')>(import.meta.url, './choices.js')('choiceMethod');
const expansion = later<typeof import('./expand.js')>(import.meta.url, './expand.js');
export const expand = expansion('expand');
export const signNames = expansion('signNames');
export const shuffled = later<typeof import('./descend.js')>(import.meta.url, './descend.js')('shuffled');
const fitting = later<typeof import('./fit.js')>(import.meta.url, './fit.js');
export const digestOf = fitting('digestOf');
export const fit = fitting('fit');
export const fitChoices = later<typeof import('./fit-choices.js')>(import.meta.url, './fit-choices.js')('fitChoices');
const apart = later<typeof import('./apart.js')>(import.meta.url, './apart.js');
export const fitApart = apart('fitApart');
export const fittingTask = apart('fittingTask');
const files = later<typeof import('./model-file.js')>(import.meta.url, './model-file.js');
export const encodeChoices = files('encodeChoices');
export const decodeModel = files('decodeModel');
export const encodeModel = files('encodeModel');
export const signCharacters = later<typeof import('./grams.js')>(import.meta.url, './grams.js')('signCharacters');
export const nearestExamples = later<typeof import('./nearest-examples.js')>(
  import.meta.url,
  './nearest-examples.js'
)('nearestExamples');
