import type { Registered, Registration } from './registration.js';

export interface RegistryChange {
  readonly name: string;
  /** Undefined when the server was deregistered. */
  readonly registered: Registered | undefined;
}

/**
 * Where registrations are kept. It knows nothing of health, pools or requests: every instance of the orchestrator
 * finds those out for itself. A registry that several instances share also reports what the others changed.
 */
export interface Registry {
  /** Keeps a registration under its name, replacing one that is there. */
  put(registration: Registration): Promise<{ readonly registered: Registered; readonly created: boolean }>;
  /** False when there was none. */
  remove(name: string): Promise<boolean>;
  /** What is registered now; called once at the start, before any change is reported. */
  list(): Promise<readonly Registered[]>;
  /** Reports changes that other instances made, until the returned function is called. */
  watch(onChange: (change: RegistryChange) => void): () => void;
  /** Why this instance may not know what others have registered; absent while it does. */
  readonly trouble?: string | undefined;
  close(): Promise<void>;
}
