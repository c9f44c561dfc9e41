/** Beside what all model composers take. */
export const OPENAI_SECTION = {
  azure_api_version: {
    type: 'string',
    meaning: 'api-version of an Azure OpenAI deployment whose address has no /openai/v1; the model is the deployment'
  }
} as const;
