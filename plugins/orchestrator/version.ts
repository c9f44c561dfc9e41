/** Version of the orchestrator's interface, told by `/health` and to the servers it asks. */
export const VERSION = '1.0.0';
