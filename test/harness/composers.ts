import type { Composer, Composition, Material } from '../../core/composing/index.js';

/** What the shipped template composer does, for putting beside another one. */
export const shippedTemplate: Composer = {
  provider: 'template',
  compose: ({ template, data }) => Promise.resolve({ text: template.render(data), model: 'none' })
};

/** A composer in the place of a model's, which says whatever `phrase` makes of the material. */
export const modelSaying = (phrase: (material: Material) => string | Promise<string>): Composer => ({
  provider: 'openai',
  compose: async (material): Promise<Composition> => ({ text: await phrase(material), model: 'test-model' })
});

/** The template's words, changed. */
export const distorting = (change: (text: string) => string): Composer =>
  modelSaying(({ template, data }) => change(template.render(data)));
