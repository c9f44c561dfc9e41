import { type Problem, VERSION } from '../../../core/index.js';
import type { CodeHelp } from './code-help.js';

/** The problems as SARIF 2.1.0; the help of each code is what the documentation says to do. */
export function sarif(problems: readonly Problem[], help: ReadonlyMap<string, CodeHelp>): object {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'bylaw', version: VERSION, rules: codes.map(code => ruleOf(code, help.get(code))) } },
        columnKind: 'utf16CodeUnits',
        results: problems.map(({ code, message, file, line = 1, column = 1, severity }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: severity ?? 'error',
          message: { text: message },
          locations:
            file === undefined
              ? []
              : [
                  {
                    physicalLocation: {
                      artifactLocation: { uri: encodeURI(file), uriBaseId: '%SRCROOT%' },
                      region: { startLine: line, startColumn: column }
                    }
                  }
                ]
        }))
      }
    ]
  };
}

const ruleOf = (id: string, help: CodeHelp | undefined) => ({
  id,
  ...(help === undefined ? {} : { shortDescription: { text: help.means }, help: { text: help.todo } })
});
