import { readFileSync } from 'node:fs';
import type { Log } from '../../../core/index.js';
import type { ClientCertificate, Credential, OAuthClient } from '../policy/credentials.js';
import { AccessToken } from '../upstream/access-token.js';
import type { Tls } from '../upstream/client.js';
import type { ToolServer } from './tool-server.js';

export interface CredentialsOptions {
  readonly log: Log;
  /** The value of an environment variable. */
  tokenIn(variable: string): string | undefined;
}

/** Shows servers what they ask for. Servers that ask for the same access token share it. */
export class Credentials {
  readonly #tokens = new Map<string, AccessToken>();

  constructor(private readonly options: CredentialsOptions) {}

  /** From now on the server is shown this credential; undefined shows it none. */
  show({ name, client }: ToolServer, credential: Credential | undefined): void {
    const found = (variable: string) => this.#found(name, variable);
    client.headers = (credential?.headers ?? []).flatMap(([header, variable, prefix]) => {
      const value = found(variable);
      return value === undefined ? [] : [header, prefix + value];
    });
    client.token = credential?.oauth && this.#token(credential.oauth, found(credential.oauth.secretFrom));
    client.useTls(credential?.tls && this.#certificate(name, credential.tls));
  }

  #token(oauth: OAuthClient, secret: string | undefined): AccessToken | undefined {
    if (secret === undefined) return undefined;
    const key = JSON.stringify([oauth, secret]);
    const token = this.#tokens.get(key) ?? new AccessToken(oauth, secret);
    this.#tokens.set(key, token);
    return token;
  }

  #certificate(server: string, { certificateFrom, keyFrom, caFrom }: ClientCertificate): Tls | undefined {
    const [cert, key] = [this.#file(server, certificateFrom), this.#file(server, keyFrom)];
    const ca = caFrom === undefined ? undefined : this.#file(server, caFrom);
    if (cert === undefined || key === undefined || (caFrom !== undefined && ca === undefined)) return undefined;
    return { cert, key, ...(ca === undefined ? {} : { ca }) };
  }

  #file(server: string, variable: string): string | undefined {
    const path = this.#found(server, variable);
    try {
      return path === undefined ? undefined : readFileSync(path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.options.log.warning('registry.certificate_unreadable', { server, variable, reason: code });
      return undefined;
    }
  }

  #found(server: string, variable: string): string | undefined {
    const value = this.options.tokenIn(variable);
    if (value === undefined) this.options.log.warning('registry.token_missing', { server, variable });
    return value;
  }
}
