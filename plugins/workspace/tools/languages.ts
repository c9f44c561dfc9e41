import { extensionOf } from './sorting.js';

const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Assembly: '.s .asm',
    C: '.c .h',
    'C#': '.cs',
    'C++': '.cc .cpp .cxx .hpp .hh .hxx',
    CSS: '.css .scss .sass .less',
    Clojure: '.clj .cljs .cljc',
    Dart: '.dart',
    Elixir: '.ex .exs',
    Erlang: '.erl .hrl',
    'F#': '.fs .fsx',
    Go: '.go',
    GraphQL: '.graphql .gql',
    Groovy: '.groovy .gradle',
    HTML: '.html .htm .xhtml',
    Haskell: '.hs',
    Java: '.java',
    JavaScript: '.js .mjs .cjs .jsx',
    JSON: '.json .jsonc .json5 .jsonl',
    Julia: '.jl',
    Kotlin: '.kt .kts',
    Lua: '.lua',
    Markdown: '.md .mdx .markdown',
    'Objective-C': '.m .mm',
    OCaml: '.ml .mli',
    PHP: '.php',
    Perl: '.pl .pm',
    PowerShell: '.ps1 .psm1',
    'Protocol Buffers': '.proto',
    Python: '.py .pyi .pyx',
    R: '.r',
    Ruby: '.rb .rake .gemspec',
    Rust: '.rs',
    SQL: '.sql',
    Scala: '.scala .sc',
    Shell: '.sh .bash .zsh .fish',
    Svelte: '.svelte',
    Swift: '.swift',
    TOML: '.toml',
    Terraform: '.tf .tfvars',
    TypeScript: '.ts .mts .cts .tsx',
    Vue: '.vue',
    XML: '.xml .xsd .xsl',
    YAML: '.yaml .yml',
    Zig: '.zig',
    reStructuredText: '.rst'
  }).flatMap(([language, extensions]) => extensions.split(' ').map(extension => [extension, language] as const))
);

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['Dockerfile', 'Dockerfile'],
  ['Makefile', 'Makefile'],
  ['GNUmakefile', 'Makefile'],
  ['CMakeLists.txt', 'CMake'],
  ['Rakefile', 'Ruby'],
  ['Gemfile', 'Ruby'],
  ['BUILD', 'Starlark'],
  ['BUILD.bazel', 'Starlark']
]);

/** The language of a file by its name; undefined for what is none. */
export const languageOf = (name: string): string | undefined =>
  BY_NAME.get(name) ?? BY_EXTENSION.get(extensionOf(name));

const MANIFESTS: ReadonlySet<string> = new Set(
  (
    'package.json pnpm-workspace.yaml lerna.json deno.json bun.lockb tsconfig.json pyproject.toml setup.py setup.cfg ' +
    'requirements.txt Pipfile environment.yml go.mod go.work Cargo.toml pom.xml build.gradle build.gradle.kts ' +
    'settings.gradle settings.gradle.kts Gemfile composer.json mix.exs rebar.config Package.swift pubspec.yaml ' +
    'CMakeLists.txt meson.build configure.ac Makefile GNUmakefile Justfile Dockerfile docker-compose.yml ' +
    'docker-compose.yaml compose.yml compose.yaml flake.nix WORKSPACE MODULE.bazel stack.yaml dune-project build.zig ' +
    'Chart.yaml serverless.yml'
  ).split(' ')
);

const MANIFEST_EXTENSIONS: ReadonlySet<string> = new Set(['.csproj', '.fsproj', '.sln', '.gemspec', '.cabal']);

/** Whether a file says what a project is built from, needs or runs with. */
export const isManifest = (name: string): boolean => MANIFESTS.has(name) || MANIFEST_EXTENSIONS.has(extensionOf(name));
