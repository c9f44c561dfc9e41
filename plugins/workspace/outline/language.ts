import { type Assembly, type DocumentKind, once } from '../../../core/index.js';
import { DEFINITION_KINDS } from './definition.js';
import { GRAMMARS, SCANNER_NAMES, type ScannerName } from './grammars.js';

/** How the definitions of a file are found. */
export type OutlineReader =
  | { readonly scanner: ScannerName }
  /** `definitions` is a query of tree-sitter whose captures are kinds of definitions and `name`. */
  | { readonly grammar: string; readonly definitions: string };

export interface OutlineLanguage {
  readonly name: string;
  readonly title: string;
  /** Extensions in lower case, with the dot, and whole names of files, with what reads them. */
  readonly files: ReadonlyMap<string, OutlineReader>;
  readonly example: { readonly text: string; readonly outline: string };
}

interface Content {
  readonly name: string;
  readonly title: string;
  readonly grammars?: Readonly<Record<string, readonly string[]>>;
  readonly definitions?: string;
  readonly scanner?: ScannerName;
  readonly extensions?: readonly string[];
  readonly names?: readonly string[];
  readonly example: { readonly text: string; readonly outline: string };
}

const extensions = { type: 'array', minItems: 1, items: { type: 'string', pattern: '^\\.[a-z0-9+]{1,15}$' } };
const STRING = /"(?:[^"\\]|\\.)*"/g;
const CAPTURE = /@([a-z][\w.-]*)/g;

/** `policies/outline/<language>.yaml`: what counts as a definition in the files of one language. */
export const OutlineLanguageKind: DocumentKind<OutlineLanguage> = {
  id: 'outline-language',
  version: 1,
  folder: 'policies/outline',
  nameOf: (content: Content) => content.name,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'name', 'title', 'example'],
    dependentRequired: { grammars: ['definitions'], definitions: ['grammars'], scanner: ['extensions'] },
    properties: {
      kind: { const: 'outline-language' },
      version: { const: 1 },
      name: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' },
      title: { type: 'string', minLength: 1, maxLength: 40, description: 'What the result calls it.' },
      grammars: {
        type: 'object',
        minProperties: 1,
        propertyNames: { enum: GRAMMARS },
        additionalProperties: extensions,
        description: 'Grammar of @vscode/tree-sitter-wasm, with the extensions of the files it is for.'
      },
      definitions: {
        type: 'string',
        minLength: 1,
        description:
          'Query of tree-sitter. Each pattern captures the definition by its kind and its name as @name; of patterns ' +
          'for one name the last decides the kind, the widest the lines.'
      },
      scanner: { enum: SCANNER_NAMES, description: 'Reader for a language without grammar.' },
      extensions: { ...extensions, description: 'Extensions of the files the scanner is for.' },
      names: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description: 'Names of files of the language that have no such extension.'
      },
      example: {
        type: 'object',
        additionalProperties: false,
        required: ['text', 'outline'],
        description: 'A text with its outline: kind, name and lines of each definition. Tests hold it to be so.',
        properties: { text: { type: 'string' }, outline: { type: 'string' } }
      }
    }
  },
  compile({ name, title, grammars, definitions, scanner, extensions: own, names, example }: Content, report) {
    const files = new Map<string, OutlineReader>();
    const add = (file: string, reader: OutlineReader, pointer: string) => {
      if (files.has(file)) report(pointer, 'duplicate_name', `${file} is named twice`);
      files.set(file, reader);
    };
    for (const [grammar, list] of Object.entries(grammars ?? {}))
      list.forEach((one, i) => add(one, { grammar, definitions: definitions! }, `/grammars/${grammar}/${i}`));
    if (scanner !== undefined) own!.forEach((one, i) => add(one, { scanner }, `/extensions/${i}`));
    if ((grammars === undefined) === (scanner === undefined))
      report('', 'reader_missing', 'a language has either grammars with definitions or a scanner with extensions');
    const [first] = files.values();
    names?.forEach((one, i) => add(one, first!, `/names/${i}`));
    const kinds: readonly string[] = [...DEFINITION_KINDS, 'name'];
    for (const [, capture] of (definitions ?? '').replace(STRING, '').matchAll(CAPTURE))
      if (!kinds.includes(capture!))
        report(
          '/definitions',
          'capture_unknown',
          `@${capture} is no kind of definition; there are ${kinds.join(', ')}`
        );
    return { name, title, files, example };
  }
};

/** The language of a file by its name; undefined where no file of `policies/outline` names it. */
export interface OutlineLanguages {
  readonly titles: readonly string[];
  find(path: string): { readonly title: string; readonly reader: OutlineReader } | undefined;
}

export const OutlineLanguagesAssembly: Assembly<OutlineLanguages> = {
  id: 'outline-languages',
  kinds: [OutlineLanguageKind],
  build(set) {
    // The files are read when the first outline is asked for.
    const files = once(
      () =>
        new Map(
          set
            .of(OutlineLanguageKind)
            .flatMap(({ value: { files: named, title } }) =>
              [...named].map(([file, reader]) => [file, { title, reader }] as const)
            )
        )
    );
    return {
      get titles() {
        return [...new Set([...files().values()].map(({ title }) => title))].toSorted();
      },
      find(path) {
        const name = path.slice(path.lastIndexOf('/') + 1);
        const dot = name.lastIndexOf('.');
        return files().get(name) ?? (dot < 0 ? undefined : files().get(name.slice(dot).toLowerCase()));
      }
    };
  },
  check(_languages, set, report) {
    const titles = new Map<string, string>();
    for (const { source, value } of set.of(OutlineLanguageKind))
      for (const file of value.files.keys()) {
        const other = titles.get(file);
        if (other !== undefined) report(source, '', 'duplicate_name', `${file} belongs to ${other} already`);
        titles.set(file, value.title);
      }
  }
};
