import { expect } from 'chai';
import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../../../core/cli/main.js';
import { SHIPPED_ROOT } from '../../../harness/root.js';

/** What doctor says of a folder with these files. */
async function examine(fill: (folder: string) => void, env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-doctor-'));
  try {
    fill(folder);
    const lines: string[] = [];
    const io = { out: (line: string) => void lines.push(line), err: (line: string) => void lines.push(line) };
    const settings = { MCP_SANDBOX__WORKSPACE: folder, ...env };
    const status = await main(['workspace', 'doctor', '--json', '--root', SHIPPED_ROOT], { env: settings, ...io });
    return { status, report: JSON.parse(lines.join('\n')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('doctor', () => {
  it('counts what would be served and shows every setting as it holds', async () => {
    const { status, report } = await examine(folder => {
      writeFileSync(join(folder, 'a.txt'), 'twelve bytes');
      writeFileSync(join(folder, '.hidden'), 'more');
    });
    expect(status).to.equal(0);
    expect(report).to.include({ total_files: 2, total_bytes: 16, hard_links: 0, history: 'no repository' });
    expect(report.limits).to.include({ tool_timeout_seconds: 10, max_result_bytes: 102400 });
    expect(report.http).to.include({ host: '127.0.0.1', port: 8080, bearer_token: 'none', max_request_bytes: 1048576 });
    expect(report.log).to.deep.equal({ log_level: 'info', log_format: 'json', log_tool_arguments: false });
    expect([report.warnings, report.problems]).to.deep.equal([[], []]);
  });

  it('warns of an empty mount', async () => {
    const { status, report } = await examine(() => {});
    expect([status, report.status, report.total_files]).to.deep.equal([0, 'ready', 0]);
    expect(report.warnings).to.have.length(1);
    expect(report.warnings[0]).to.contain('is it mounted?');
  });

  it('warns of files that have a second name', async () => {
    const { report } = await examine(folder => {
      writeFileSync(join(folder, 'a.txt'), 'text');
      linkSync(join(folder, 'a.txt'), join(folder, 'b.txt'));
    });
    expect(report.hard_links).to.equal(2);
    expect(report.warnings[0]).to.match(/^2 files have a second name/);
  });
});
