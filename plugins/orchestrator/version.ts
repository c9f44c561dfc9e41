/** Version of the orchestrator's interface, told by `/health` and to the servers it asks. */
export const ORCHESTRATOR_VERSION = '1.0.0';
